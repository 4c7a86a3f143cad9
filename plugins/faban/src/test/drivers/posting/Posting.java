// SPDX-License-Identifier: Apache-2.0
package example;
import com.sun.faban.common.Utilities;
import com.sun.faban.driver.*;
import com.sun.faban.driver.transport.hc3.ApacheHC3Transport;
import java.sql.Date;
import java.util.List;
import org.apache.commons.httpclient.methods.multipart.Part;
@BenchmarkDefinition(name = "B", version = "1") @BenchmarkDriver
public class Posting {
    private final DriverContext context = DriverContext.getContext();
    private final HttpTransport http;
    public Posting() {
        HttpTransport.setProvider("com.sun.faban.driver.transport.hc3.ApacheHC3Transport");
        http = HttpTransport.newInstance();
        context.attachMetrics(new Counts());
    }
    @BenchmarkOperation public void post() throws Exception {
        ((ApacheHC3Transport) http).readURL(context.getProperty("shop") + "/post", List.of(new Part("one,"), new Part("two")));
        Date day = context.getRandom().makeDateInInterval(Date.valueOf("2026-10-24"), 3, 3);
        if (!day.toString().equals("2026-10-27") || Utilities.selectBucket(4, 10, 3) != 1
                || Utilities.selectBucket(3, 10, 3) != 0 || Utilities.selectBucket(9, 10, 3) != 2) {
            throw new Exception(day + " or buckets");
        }
    }
    public static class Counts implements CustomMetrics {
        public void add(CustomMetrics other) {}
        public Object clone() { return this; }
        public Element[] getResults() {
            Result run = Result.getInstance();
            Element row = new Element();
            row.passed = run.getOpsCountSteady("post") == 2 && run.getOpsCountTotal("post") == 3
                    && run.getErrorCountTotal("post") == 0 && run.getScale() == 1 && run.getMetric() == 2e9;
            return new Element[] {row};
        }
    }
}
