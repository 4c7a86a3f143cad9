// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.faban.driver.Timing;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;

/** What of a request is in the timed section of an operation of AUTO, by exact instants. */
final class TimedConnectorTest {
    private static final long TO_CONNECT = 1_000;
    private static final long TO_EXCHANGE = 10;

    private final AtomicLong clock = new AtomicLong();
    private final TimedSection section = new TimedSection();
    private final TimedConnector connector = new TimedConnector(origin -> slow(), section, clock::get);

    /** A connection on which each call takes its time of the clock. */
    private HttpConnection slow() {
        return proxy(HttpConnection.class, TO_CONNECT, TO_EXCHANGE);
    }

    private <T> T proxy(Class<T> type, long toConnect, long toExchange) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, given) -> {
            switch (method.getName()) {
                case "connect" -> clock.addAndGet(toConnect);
                case "exchange" -> {
                    clock.addAndGet(toExchange);
                    return proxy(HttpResponse.class, 0, 0);
                }
                default -> throw new UnsupportedOperationException(method.getName());
            }
            return null;
        }));
    }

    @Test
    void connectingIsNotInTheSection() throws HttpFailure {
        HttpConnection connection = connector.connection(HttpOrigin.parse("http://shop.lab"));
        section.begin(Timing.AUTO);
        connection.exchange(new HttpRequest());
        clock.addAndGet(500);
        connection.exchange(new HttpRequest());

        assertThat(section.startNanos(0)).isEqualTo(TO_CONNECT);
        assertThat(section.lengthNanos()).isEqualTo(2 * TO_EXCHANGE);
    }
}
