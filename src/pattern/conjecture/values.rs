//! Grundy values of one heap that repeat, perhaps rising each time.

/// That g(h + period) = g(h) + saltus for all h ≥ preperiod.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepeatingValues {
    /// The first size of which that is said.
    pub preperiod: u64,
    /// The period, at least 1.
    pub period: u64,
    /// By how much the values rise with each period.
    pub saltus: u32,
    /// The values of the sizes below preperiod + period.
    pub values: Vec<u32>,
}

impl RepeatingValues {
    /// The shortest period that values have, in all but at most the first quarter of them, at least three times.
    pub fn fitting(values: &[u32]) -> Option<RepeatingValues> {
        let count = values.len();
        (1..=count / 4).find_map(|period| {
            let (last, before) = (values[count - 1], values[count - 1 - period]);
            let saltus = last.checked_sub(before)?;
            let repeats =
                (0..count - period).rev().take_while(|at| values[at + period] == values[*at] + saltus).count();
            let preperiod = count - period - repeats;
            (preperiod <= count / 4 && repeats >= 2 * period).then(|| RepeatingValues {
                preperiod: preperiod as u64,
                period: period as u64,
                saltus,
                values: values[..preperiod + period].to_vec(),
            })
        })
    }

    /// What it says of a size.
    pub fn value(&self, size: u64) -> u32 {
        let rounds = size.saturating_sub(self.preperiod) / self.period;
        self.values[(size - rounds * self.period) as usize] + rounds as u32 * self.saltus
    }
}
