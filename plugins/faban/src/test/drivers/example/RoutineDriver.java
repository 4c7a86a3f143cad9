// SPDX-License-Identifier: Apache-2.0
package example;

import com.sun.faban.driver.Background;
import com.sun.faban.driver.BenchmarkDefinition;
import com.sun.faban.driver.BenchmarkDriver;
import com.sun.faban.driver.BenchmarkOperation;
import com.sun.faban.driver.CycleType;
import com.sun.faban.driver.DriverContext;
import com.sun.faban.driver.FixedTime;
import com.sun.faban.driver.HttpTransport;
import com.sun.faban.driver.InitialDelay;
import com.sun.faban.driver.MatrixMix;
import com.sun.faban.driver.Row;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Has an operation in the background, and reads the durations of the phases. */
@BenchmarkDefinition(name = "Routine", version = "1")
@BenchmarkDriver(name = "RoutineDriver")
@MatrixMix(operations = {"Page", "Missing"}, mix = {@Row({0, 1}), @Row({0, 1})})
@FixedTime(cycleType = CycleType.THINKTIME, cycleTime = 10)
@Background(
        operations = "Poll",
        timings = @FixedTime(cycleTime = 5),
        initialDelay = @InitialDelay(max = 1))
public class RoutineDriver {
    /** The recorded events, in order. */
    public static final List<String> EVENTS = new CopyOnWriteArrayList<>();

    private final DriverContext context = DriverContext.getContext();
    private final HttpTransport http = HttpTransport.newInstance();

    public RoutineDriver() {
        EVENTS.add("phases " + context.getRampUp() + " " + context.getSteadyState() + " " + context.getRampDown() + " at "
                + context.getSteadyStateStart() + " " + context.getSteadyStateStartNanos());
    }

    @BenchmarkOperation(name = "Page")
    public void page() throws IOException {
        http.fetchURL(context.getProperty("shop") + "/home");
    }

    @BenchmarkOperation(name = "Missing")
    public void missing() throws IOException {
        http.fetchURL(context.getProperty("shop") + "/missing");
    }

    @BenchmarkOperation(name = "Poll", max90th = 0.5)
    public void poll() throws IOException {
        http.fetchURL(context.getProperty("shop") + "/poll");
    }
}
