// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation.javatier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.consolidation.application.AppService.AppServiceParameters;
import org.plateaubench.plugin.consolidation.javatier.JavaTierWorkload.Parameters;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.testkit.ServiceContract;

/** The server in a separate process; the server of the web store differs only in its main class. */
final class JavaTierServiceTest extends ServiceContract<AppServiceParameters> {
    @Override
    protected SutServiceType<AppServiceParameters> service() {
        return JavaTierWorkload.service();
    }

    @Override
    protected AppServiceParameters parameters() {
        return new AppServiceParameters(0, 64, "");
    }

    @Override
    protected Optional<AppServiceParameters> parametersOnPort(int port) {
        return Optional.of(new AppServiceParameters(port, 64, ""));
    }

    @Test
    void unreachableExternalServerIsRefused(@TempDir Path folder) throws Exception {
        try (SutService server =
                service().create(new SutContext<>("java", SutContext.Mode.EMBEDDED, parameters(), folder))) {
            String url = server.start(Progress.SILENT).property("url");
            assertThat(external(url).property("url")).isEqualTo(url);

            SutAddress address = new SutAddress("java", "javatier", Map.of("url", url));
            var data =
                    new JavaTierWorkload().dataSet(new WorkloadContext<>(1, "java", new Parameters(1), address, 1, 1));
            assertThat(data.preflight(DataPolicy.REUSE)).isEmpty();
            server.stop();
            assertThat(data.preflight(DataPolicy.REUSE).toString())
                    .contains("does not answer")
                    .doesNotContain("Exception");
            assertThatThrownBy(() -> external(url))
                    .isInstanceOf(SutException.class)
                    .hasMessageContaining("does not answer");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "null",
                "<html>",
                "{\"orders\": 7}",
                "{\"identity\": null, \"marker\": {}, \"counts\": {}}",
                "{\"identity\": \"a\", \"marker\": {\"state\": null}, \"counts\": {}}"
            })
    void anotherProgramIsRefused(String answer) throws Exception {
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", exchange -> {
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        other.start();
        try {
            String url = "http://127.0.0.1:" + other.getAddress().getPort();
            assertThatThrownBy(() -> external(url))
                    .isInstanceOf(SutException.class)
                    .hasMessageContaining("is another program");
        } finally {
            other.stop(0);
        }
    }

    private SutAddress external(String url) throws Exception {
        AppServiceParameters parameters = new AppServiceParameters(0, 256, url);
        assertThat(service().check(SutContext.Mode.EXTERNAL, parameters)).isEmpty();
        assertThat(service().check(SutContext.Mode.EMBEDDED, parameters)).isNotEmpty();
        return service()
                .create(new SutContext<>("java", SutContext.Mode.EXTERNAL, parameters, Path.of("")))
                .start(Progress.SILENT);
    }
}
