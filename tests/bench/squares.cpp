// A table by hand for one more fixed game, in the manner of a good programmer: from one heap a square number of tokens is
// taken. A yardstick for games that no theorem covers.
//
//   g++ -O3 -march=native -std=c++17 -o squares squares.cpp
//   squares squares n N      outcomes of every position of n heaps that hold at most N tokens
//
// Prints the number of P-positions, and the seconds spent solving.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

int main(int argc, char** argv) {
    if (argc != 4 || std::strcmp(argv[1], "squares") != 0) return 2;
    const int n = std::atoi(argv[2]), most = std::atoi(argv[3]);
    if (n < 1 || most < 0) return 2;
    const auto start = std::chrono::steady_clock::now();
    std::vector<int> squares;
    for (int k = 1; k * k <= most; k++) squares.push_back(k * k);
    std::vector<int64_t> stride(n);
    int64_t size = 1;
    for (int heap = n - 1; heap >= 0; heap--) {
        stride[heap] = size;
        size *= most + 1;
    }
    std::vector<uint8_t> is_p(size, 0);
    std::vector<int> heaps(n, 0);
    unsigned long long count = 0;
    for (int64_t at = 0; at < size; at++) {
        bool wins = false;
        for (int heap = n - 1; heap >= 0 && !wins; heap--)
            for (size_t k = 0; k < squares.size() && squares[k] <= heaps[heap] && !wins; k++)
                wins = is_p[at - squares[k] * stride[heap]];
        is_p[at] = !wins;
        count += !wins;
        for (int heap = n - 1; heap >= 0; heap--) {
            if (++heaps[heap] <= most) break;
            heaps[heap] = 0;
        }
    }
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    std::printf("%llu %.4f\n", count, spent.count());
}
