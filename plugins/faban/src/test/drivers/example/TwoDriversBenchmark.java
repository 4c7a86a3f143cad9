// SPDX-License-Identifier: Apache-2.0
package example;

import com.sun.faban.driver.BenchmarkDefinition;

/** A definition that is not a driver itself. */
@BenchmarkDefinition(
        name = "Two drivers",
        version = "1",
        drivers = {RecordingDriver.class, OtherDriver.class})
public class TwoDriversBenchmark {}
