// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.Draws;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;
import org.plateaubench.testkit.CountingUser;
import org.plateaubench.testkit.SingleCall;

/** Empty, foreign and outdated pages are errors if the selected check detects them. */
class FetchDriverTest {
    private volatile String page = "page 1";

    @ParameterizedTest
    @CsvSource({
        "BYTES, 0, '', wrong-body",
        "BYTES, 0, page 2, wrong-body",
        "LENGTH, 6, '', wrong-length",
        "LENGTH, 6, another page, wrong-length",
        "LENGTH, 6, page 2, ok",
        "NONE, 0, '', ok"
    })
    void wrongPageIsAnError(FetchParameters.Check check, long bytes, String wrong, String outcome) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = page.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        FetchParameters parameters = new FetchParameters(
                "http://127.0.0.1:" + server.getAddress().getPort(),
                List.of("/"),
                bytes,
                check,
                HttpSettings.Protocol.HTTP1,
                false);
        WorkloadSession session = new FetchWorkload().open(new WorkloadContext<>(1, "pages", parameters, null, 1, 7));
        Driver driver = session.driver(new CountingUser(0));
        try {
            driver.connect();
            assertThat(fetch(driver)).isEqualTo("ok");
            page = wrong;
            assertThat(fetch(driver)).isEqualTo(outcome);
        } finally {
            driver.close();
            session.close();
            server.stop(0);
        }
    }

    private static String fetch(Driver driver) throws Exception {
        Outcome outcome = driver.execute(new Call(0, 0, Draws.of(7)));
        return outcome.kind() == OutcomeKind.OK ? "ok" : outcome.reason();
    }

    private record Call(int operation, long unitNumber, Draws draws) implements SingleCall {}
}
