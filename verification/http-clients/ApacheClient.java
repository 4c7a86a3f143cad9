// SPDX-License-Identifier: Apache-2.0

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/**
 * Fetches one page from many virtual threads with Apache HttpClient 5, classic: for verification/http-comparison. Prints
 * requests per second, CPU microseconds and bytes allocated per request.
 */
public final class ApacheClient {
    private ApacheClient() {}

    /** Arguments: address, connections, seconds of warm-up, seconds that count. */
    public static void main(String[] arguments) throws Exception {
        String address = arguments[0];
        int connections = Integer.parseInt(arguments[1]);
        LongAdder done = new LongAdder();
        try (CloseableHttpClient client = HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setMaxConnPerRoute(connections)
                        .setMaxConnTotal(connections)
                        .build())
                .disableAutomaticRetries()
                .disableContentCompression()
                .build()) {
            for (int i = 0; i < connections; i++) {
                Thread.ofVirtual().start(() -> fetch(client, address, done));
            }
            Thread.sleep(Long.parseLong(arguments[2]) * 1000);
            long count = done.sum();
            long cpuNanos = cpuNanos();
            long bytes = allocatedBytes();
            long startNanos = System.nanoTime();
            Thread.sleep(Long.parseLong(arguments[3]) * 1000);
            double requests = done.sum() - count;
            double seconds = (System.nanoTime() - startNanos) / 1e9;
            System.out.printf(
                    Locale.ROOT,
                    "%.0f %.3f %.0f%n",
                    requests / seconds,
                    (cpuNanos() - cpuNanos) / 1e3 / requests,
                    (allocatedBytes() - bytes) / requests);
            System.exit(0);
        }
    }

    private static void fetch(CloseableHttpClient client, String address, LongAdder done) {
        try {
            while (true) {
                int length = client.execute(new HttpGet(address), response -> {
                    HttpEntity entity = response.getEntity();
                    return EntityUtils.toByteArray(entity).length;
                });
                if (length == 0) {
                    throw new IllegalStateException("an empty body");
                }
                done.increment();
            }
        } catch (Exception e) {
            System.err.println("failed: " + e);
            System.exit(1);
        }
    }

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static long allocatedBytes() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getTotalThreadAllocatedBytes();
    }
}
