// SPDX-License-Identifier: Apache-2.0
package example;

import com.sun.faban.driver.BenchmarkDefinition;
import com.sun.faban.driver.DriverContext;
import com.sun.faban.harness.Configure;
import com.sun.faban.harness.PostRun;
import com.sun.faban.harness.PreRun;
import com.sun.faban.harness.Validate;

/** A definition apart from its drivers, with the hooks of the benchmark. */
@BenchmarkDefinition(
        name = "Diary",
        version = "1",
        drivers = {DiaryDriver.class, OtherDriver.class})
public class DiaryBenchmark {
    @Validate
    public void validate() {
        if (DriverContext.getContext().getProperty("city") == null) {
            throw new IllegalArgumentException("there is no city");
        }
        DiaryDriver.DIARY.add("validate");
    }

    @Configure
    public void configure() {
        DiaryDriver.DIARY.add("configure");
    }

    @PreRun
    public void preRun() {
        DiaryDriver.DIARY.add("preRun");
    }

    @PostRun
    public void postRun() {
        DiaryDriver.DIARY.add("postRun");
    }
}
