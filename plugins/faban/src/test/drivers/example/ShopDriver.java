// SPDX-License-Identifier: Apache-2.0
package example;

import com.sun.faban.driver.BenchmarkDefinition;
import com.sun.faban.driver.BenchmarkDriver;
import com.sun.faban.driver.BenchmarkOperation;
import com.sun.faban.driver.CycleType;
import com.sun.faban.driver.DriverContext;
import com.sun.faban.driver.FixedTime;
import com.sun.faban.driver.HttpTransport;
import com.sun.faban.driver.MatrixMix;
import com.sun.faban.driver.NegativeExponential;
import com.sun.faban.driver.Row;
import com.sun.faban.driver.Timing;
import com.sun.faban.driver.Uniform;
import java.io.IOException;

/** A small web shop: three pages of a Markov chain, and a log-out that only other operations call. */
@BenchmarkDefinition(name = "Shop", version = "2.1")
@BenchmarkDriver(
        name = "ShopDriver",
        metric = "pages/sec",
        threadPerScale = 2.5f,
        percentiles = {"95th", "99%"},
        responseTimeUnit = java.util.concurrent.TimeUnit.MILLISECONDS)
@MatrixMix(
        operations = {"Home Page", "Item", "Buy"},
        mix = {@Row({0, 80, 20}), @Row({50, 30, 20}), @Row({100, 0, 0})},
        deviation = 3)
@NegativeExponential(cycleType = CycleType.CYCLETIME, cycleMean = 100, cycleDeviation = 5)
public class ShopDriver {
    private final DriverContext context = DriverContext.getContext();
    private final HttpTransport http = HttpTransport.newInstance();
    private final String shop = context.getProperty("shop");
    private int bought;

    @BenchmarkOperation(name = "Home Page", max90th = 250)
    public void homePage() throws IOException {
        StringBuilder page = http.fetchURL(shop + "/home");
        if (page.indexOf("welcome") < 0) {
            throw new IOException("no welcome on the page");
        }
    }

    @BenchmarkOperation(name = "Item", percentileLimits = {300, 0})
    @Uniform(cycleType = CycleType.CYCLETIME, cycleMin = 50, cycleMax = 150)
    public void item() throws IOException {
        http.readURL(shop + "/item?id=" + context.getRandom().random(1, 9));
        http.readURL(shop + "/picture");
    }

    @BenchmarkOperation(name = "Buy", timing = Timing.MANUAL, countToMetric = false)
    @FixedTime(cycleType = CycleType.CYCLETIME, cycleTime = 120)
    public void buy() throws IOException {
        context.recordTime();
        http.fetchURL(shop + "/buy", "count=" + ++bought);
        context.recordTime();
        if (http.getResponseCode() != 200) {
            throw new RuntimeException("status " + http.getResponseCode());
        }
    }

    @BenchmarkOperation(name = "Logout")
    public void logout() throws IOException {
        http.readURL(shop + "/logout");
    }
}
