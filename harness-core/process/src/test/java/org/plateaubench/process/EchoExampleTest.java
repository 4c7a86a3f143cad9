// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.Socket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.SutStatus.State;

/** The example in the plugin guide compiles without changes, and its server echoes. */
@Timeout(60)
class EchoExampleTest {
    private static final Path EXAMPLE = Path.of("..", "..", "docs", "examples", "echo");

    @TempDir
    Path classes = Path.of("");

    @TempDir
    Path folder = Path.of("");

    @Test
    void exampleStartsAndStopsServer() throws Exception {
        compile();
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
            Plugin plugin = (Plugin) loader.loadClass("com.example.echo.EchoPlugin")
                    .getDeclaredConstructor()
                    .newInstance();
            try (SutService service = service(plugin.sutServices().getFirst())) {
                SutAddress address = service.start(Progress.SILENT);
                assertThat(echoed(address, 'x')).isEqualTo('x');
                long process = service.status().processIds().getFirst();
                service.stop();
                assertThat(Processes.isGone(process)).isTrue();
                assertThat(service.status().state()).isEqualTo(State.STOPPED);
            }
        }
    }

    private void compile() {
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-proc:none",
                                "-Xlint:all",
                                "-Werror",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-d",
                                classes.toString(),
                                EXAMPLE.resolve("EchoPlugin.java").toString(),
                                EXAMPLE.resolve("EchoServer.java").toString()))
                .isZero();
    }

    private <P extends Record> SutService service(SutServiceType<P> type) throws Exception {
        P parameters = type.parametersType()
                .cast(type.parametersType().getDeclaredConstructors()[0].newInstance(0));
        return type.create(
                new SutContext<>("echo", SutContext.Mode.EMBEDDED, parameters, folder, Map.<String, SutAddress>of()));
    }

    private static int echoed(SutAddress address, int sent) throws Exception {
        try (Socket socket = new Socket(
                InetAddress.getByName(address.property("host")), Integer.parseInt(address.property("port")))) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(sent);
            return socket.getInputStream().read();
        }
    }
}
