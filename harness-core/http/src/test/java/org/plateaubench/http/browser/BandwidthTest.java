// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plateaubench.http.Bandwidth;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.connect.HttpConnections;

/** A user's line carries what it may carry, by measured bytes over measured time. */
@Timeout(120)
final class BandwidthTest {
    private static final int BYTES_PER_SECOND = 500_000;
    private static final int BYTES = 250_000;

    private static Browser browser(WebSite site, int up, int down) {
        Browser browser = new Browser(
                new HttpConnections(HttpSettings.usual()),
                site.origin(),
                BrowserSettings.usual().withBandwidth(up, down),
                System::nanoTime);
        browser.newSession(CacheModel.NONE);
        return browser;
    }

    @Test
    void aDownloadTakesItsTimeHoweverManyConnectionsItHas() throws Exception {
        try (WebSite site = new WebSite();
                Browser browser = browser(site, 0, BYTES_PER_SECOND)) {
            List<WebAddress> parts = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                site.on("/" + i, (asked, reply) -> reply.body(new byte[BYTES / 5]));
                parts.add(site.address("/" + i));
            }
            // The compiler of a cold JVM is busy too.
            browser.fetchAll(parts, Resource.IMAGE);
            browser.endOperation();
            long cpuBefore = cpuNanos();
            double seconds = seconds(() -> browser.fetchAll(parts, Resource.IMAGE));

            long bytes = browser.endOperation().receivedBytes();
            assertThat(bytes).isGreaterThan(BYTES);
            assertThat(bytes / seconds).isBetween(0.01 * BYTES_PER_SECOND, 1.02 * BYTES_PER_SECOND);
            // Nobody turns while he waits: the whole JVM, server included, was idle most of the time.
            assertThat((cpuNanos() - cpuBefore) / 1e9).isLessThan(0.8 * seconds);
        }
    }

    @Test
    void anUploadTakesItsTime() throws Exception {
        try (WebSite site = new WebSite();
                Browser browser = browser(site, BYTES_PER_SECOND, 0)) {
            site.on("/up", (asked, reply) -> reply.html(Integer.toString(asked.body().length)));
            double seconds = seconds(() -> browser.post("/up", RequestBody.of(new byte[BYTES], "a/b")));

            assertThat(site.last().body()).hasSize(BYTES);
            assertThat(BYTES / seconds).isBetween(0.01 * BYTES_PER_SECOND, 1.02 * BYTES_PER_SECOND);
        }
    }

    @Test
    void abortDoesNotWaitForTheLine() throws Exception {
        try (WebSite site = new WebSite();
                Browser browser = browser(site, 0, 1000)) {
            site.on("/", (asked, reply) -> reply.body(new byte[100_000]));
            Thread user = Thread.ofVirtual().start(() -> {
                try {
                    browser.page("/");
                } catch (IOException e) {
                    return;
                }
            });
            FetchTest.await("the page is asked for", () -> !site.asked().isEmpty());

            browser.abort();

            assertThat(user.join(Duration.ofSeconds(30))).isTrue();
        }
    }

    /** Nothing is saved up while the line is idle, and two directions do not hinder each other. */
    @Test
    void theLineIsAsFastAfterAPauseAsBefore() {
        Bandwidth line = new Bandwidth(1_000_000, 2_000_000, System::nanoTime);
        assertThat(line.stepBytes()).isEqualTo(20_000);
        long start = System.nanoTime();
        line.sent(50_000);
        line.received(100_000);
        double seconds = (System.nanoTime() - start) / 1e9;

        assertThat(seconds).isBetween(0.1, 30.0);
        assertThat(new Bandwidth(0, 1000, System::nanoTime).stepBytes()).isEqualTo(256);
    }

    private interface Work {
        void run() throws Exception;
    }

    private static double seconds(Work work) throws Exception {
        long start = System.nanoTime();
        work.run();
        return (System.nanoTime() - start) / 1e9;
    }

    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }
}
