// SPDX-License-Identifier: Apache-2.0
package example;

import com.sun.faban.driver.BenchmarkDefinition;
import com.sun.faban.driver.BenchmarkDriver;
import com.sun.faban.driver.BenchmarkOperation;
import com.sun.faban.driver.CycleType;
import com.sun.faban.driver.DriverContext;
import com.sun.faban.driver.FixedTime;
import com.sun.faban.driver.HttpTransport;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/** Fetches a page and then spends ten milliseconds of the operation in the client. */
@BenchmarkDefinition(name = "Pages", version = "1.0")
@BenchmarkDriver(name = "PagesDriver", metric = "pages/sec", threadPerScale = 2)
@FixedTime(cycleType = CycleType.THINKTIME, cycleTime = 50)
public class PagesDriver {
    private static final long WORK_NANOS = 10_000_000;

    private final HttpTransport http = HttpTransport.newInstance();
    private final String page = DriverContext.getContext().getProperty("page");

    @BenchmarkOperation(name = "Page", max90th = 2)
    public void page() throws IOException {
        http.fetchURL(page);
        LockSupport.parkNanos(WORK_NANOS);
        if (http.getResponseCode() != 200) {
            throw new IOException("status " + http.getResponseCode());
        }
    }
}
