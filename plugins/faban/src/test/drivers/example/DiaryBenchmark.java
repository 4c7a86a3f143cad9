// SPDX-License-Identifier: Apache-2.0
package example;

import com.sun.faban.driver.BenchmarkDefinition;

/** A definition apart from its drivers. */
@BenchmarkDefinition(
        name = "Diary",
        version = "1",
        drivers = {DiaryDriver.class, OtherDriver.class})
public class DiaryBenchmark {}
