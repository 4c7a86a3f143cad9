// SPDX-License-Identifier: Apache-2.0
package example;

import com.sun.faban.common.NameValuePair;
import com.sun.faban.common.Utilities;
import com.sun.faban.driver.BenchmarkDefinition;
import com.sun.faban.driver.BenchmarkDriver;
import com.sun.faban.driver.BenchmarkOperation;
import com.sun.faban.driver.ConfigurationException;
import com.sun.faban.driver.CycleType;
import com.sun.faban.driver.DriverContext;
import com.sun.faban.driver.FixedSequence;
import com.sun.faban.driver.FixedTime;
import com.sun.faban.driver.HttpTransport;
import com.sun.faban.driver.util.ContentSizeStats;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Uses what drivers that were made from Faban's basic web workload use. */
@BenchmarkDefinition(name = "Basic", version = "1")
@BenchmarkDriver
@FixedSequence({"First", "Second"})
@FixedTime(cycleType = CycleType.THINKTIME, cycleTime = 100)
public class BasicDriver {
    /** The recorded events, in order. */
    public static final List<String> EVENTS = new CopyOnWriteArrayList<>();

    private final DriverContext context = DriverContext.getContext();
    private final HttpTransport http = new HttpTransport();
    private final ContentSizeStats sizes = new ContentSizeStats(context.getOperationCount());
    private final List<NameValuePair<Integer>> hosts = Utilities.parseHostPorts(context.getProperty("hosts"));

    public BasicDriver() throws ConfigurationException {
        HttpTransport.setProvider("com.sun.faban.driver.transport.hc3.ApacheHC3Transport");
        if (hosts.size() != 2) {
            throw new ConfigurationException("two hosts are needed");
        }
        http.addTextType("application/json");
        context.attachMetrics(sizes);
    }

    @BenchmarkOperation(name = "First", max90th = 1)
    public void first() {}

    @BenchmarkOperation(name = "Second", max90th = 1)
    public void second() throws IOException {
        EVENTS.add("operation " + context.getOperationId() + " of " + context.getOperationCount() + " "
                + context.getCurrentOperation());
        EVENTS.add(hosts.get(1).name + " " + hosts.get(1).value);
        String page = "http://" + hosts.get(0).name + ":" + hosts.get(0).value + "/home";
        StringBuilder text = http.fetchPage(page, new String[] {page, null}, null);
        sizes.sumContentSize[context.getOperationId()] += text.length();
        int bytes = http.downloadURL(page).length;
        EVENTS.add("page " + http.matchResponse("wel.ome") + " " + text.length() + " " + bytes + " bytes "
                + http.dumpResponseHeaders().lines().filter(line -> line.contains("ength")).findFirst().get());
    }
}
