// SPDX-License-Identifier: Apache-2.0
package example;

import com.sun.faban.driver.BenchmarkDriver;
import com.sun.faban.driver.BenchmarkOperation;
import com.sun.faban.driver.Timing;

/** The second driver of a benchmark. */
@BenchmarkDriver(name = "Other")
public class OtherDriver {
    @BenchmarkOperation(name = "Nothing", timing = Timing.MANUAL)
    public void nothing() {}
}
