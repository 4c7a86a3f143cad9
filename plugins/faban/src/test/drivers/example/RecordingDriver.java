// SPDX-License-Identifier: Apache-2.0
package example;

import com.sun.faban.driver.BenchmarkDriver;
import com.sun.faban.driver.BenchmarkOperation;
import com.sun.faban.driver.CustomMetrics;
import com.sun.faban.driver.DriverContext;
import com.sun.faban.driver.FatalException;
import com.sun.faban.driver.FixedSequence;
import com.sun.faban.driver.HttpTransport;
import com.sun.faban.driver.OnceAfter;
import com.sun.faban.driver.OnceBefore;
import com.sun.faban.driver.Timing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records its calls in a list, which tests read by reflection. */
@BenchmarkDriver(name = "RecordingDriver", threadPerScale = 2)
@FixedSequence({"Visit", "Manual", "Fail"})
public class RecordingDriver {
    /** The recorded events, in order. */
    public static final List<String> EVENTS = new CopyOnWriteArrayList<>();

    private final DriverContext context = DriverContext.getContext();
    private final Pages pages = new Pages();
    private final HttpTransport http;

    public RecordingDriver() {
        note("made " + context.getThreadId() + " of " + context.getClientsInDriver() + ", scale " + context.getScale());
        http = HttpTransport.newInstance();
        context.attachMetrics(pages);
    }

    private static void note(String line) {
        EVENTS.add(line);
    }

    @OnceBefore
    public void before() throws Exception {
        note("before " + context.getThreadId() + " " + context.getProperty("city") + " "
                + String.join("+", context.getPropertyValues("street")) + " "
                + context.getXPathValue("/shop/fa:runConfig/fa:scale"));
        Path words = Path.of(context.getResourceDir(), "words.txt");
        note("words " + Files.readString(words));
    }

    @OnceAfter
    public void after() {
        note("after " + context.getThreadId());
    }

    @BenchmarkOperation(name = "Visit")
    public void visit() throws IOException {
        note(context.getCurrentOperation() + " steady " + context.isTxSteadyState() + " draw "
                + context.getRandom().random(0, 1_000_000));
        String shop = context.getProperty("shop");
        http.fetchURL(shop + "/moved");
        note("status " + http.getResponseCode() + " to " + http.getResponseHeader("Location")[0] + " cookie "
                + http.getCookieValuesByName("visit")[0]);
        http.setFollowRedirects(true);
        note("found " + http.matchURL(shop + "/moved", "wel.ome") + " parts "
                + String.join("", http.getResponseHeader("X-Part")) + " bytes " + http.getContentSize());
        http.setFollowRedirects(false);
        http.readURL(shop + "/missing");
        note("status " + http.getResponseCode());
        pages.count += 3;
    }

    @BenchmarkOperation(name = "Manual", timing = Timing.MANUAL)
    public void manual() {
        if (context.getProperty("omitsTimes") != null) {
            return;
        }
        context.recordTime();
        context.pauseTime();
        context.recordTime();
        context.recordTime();
    }

    @BenchmarkOperation(name = "Fail", timing = Timing.MANUAL)
    public void fail() throws Exception {
        switch (context.getProperty("failure")) {
            case "io" -> throw new IOException("the page is not that of the user");
            case "runtime" -> throw new RuntimeException("wrong title");
            case "own" -> throw new Own("own message");
            case "refused" -> http.fetchURL("http://127.0.0.1:1/");
            case "null" -> throw new NullPointerException("a mistake of the driver");
            default -> throw new FatalException("cannot continue");
        }
    }

    /** A failure of the driver's own. */
    public static class Own extends RuntimeException {
        Own(String message) {
            super(message);
        }
    }

    /** Pages per user. */
    public static class Pages implements CustomMetrics {
        int count;
        int users = 1;

        @Override
        public void add(CustomMetrics other) {
            count += ((Pages) other).count;
            users += ((Pages) other).users;
        }

        @Override
        public Element[] getResults() {
            Element total = new Element();
            total.description = "pages of " + users + " users";
            total.result = Integer.toString(count);
            Element most = new Element();
            most.description = "at least 4 pages";
            most.target = "4";
            most.result = Integer.toString(count);
            most.passed = count >= 4;
            return new Element[] {total, most};
        }

        @Override
        public Object clone() {
            Pages copy = new Pages();
            copy.count = count;
            return copy;
        }
    }
}
