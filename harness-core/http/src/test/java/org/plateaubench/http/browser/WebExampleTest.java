// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Draws;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;
import org.plateaubench.testkit.CountingUser;
import org.plateaubench.testkit.SingleCall;

/** The example in docs/http-kit.md compiles without changes, and drives a real server. */
final class WebExampleTest {
    private static final Path SOURCE = Path.of("..", "..", "docs", "examples", "web", "WebPlugin.java");
    private static final int FRONT = 0;
    private static final int ORDER = 1;

    @TempDir
    private Path classes = Path.of("");

    private final List<String> declared = new ArrayList<>();
    private boolean soldOut;

    @Test
    void exampleDrivesShop() throws Exception {
        compile();
        try (WebSite shop = shop();
                URLClassLoader loader = new URLClassLoader(
                        new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
            Plugin plugin = (Plugin) loader.loadClass("com.example.web.WebPlugin")
                    .getDeclaredConstructor()
                    .newInstance();
            drive(plugin.workloads().getFirst(), shop);
        }
    }

    private <P extends Record> void drive(Workload<P> workload, WebSite shop) throws Exception {
        P parameters = workload.parametersType()
                .cast(workload.parametersType()
                        .getDeclaredConstructors()[0]
                        .newInstance(shop.origin().toString(), 6));
        WorkloadDefinition definition = workload.define(parameters);
        definition.measures().forEach(measure -> declared.add(measure.name()));
        User user = new User();
        WorkloadSession session = workload.open(new WorkloadContext<>(1, "shop", parameters, null, 1, 1));
        Driver driver = session.driver(user);
        driver.connect();

        assertThat(driver.execute(new Call(FRONT))).isEqualTo(Outcome.ok());
        assertThat(user.counted("httpRequests")).isEqualTo(7);
        assertThat(user.counted("httpConnections")).isBetween(1L, 6L);
        assertThat(driver.execute(new Call(FRONT))).isEqualTo(Outcome.ok());
        assertThat(driver.execute(new Call(ORDER))).isEqualTo(Outcome.ok());
        assertThat(shop.last().text()).isEqualTo("item=2&count=1");
        soldOut = true;
        assertThat(driver.execute(new Call(ORDER))).isEqualTo(Outcome.declined("sold-out"));
        shop.page("/", "nothing today");
        assertThat(driver.execute(new Call(FRONT)).reason()).isEqualTo("wrong-content");
        shop.on("/", (request, reply) -> reply.status(500));
        assertThat(driver.execute(new Call(FRONT)).reason()).isEqualTo("status-500");
        driver.close();
        session.close();
    }

    private WebSite shop() throws Exception {
        return new WebSite()
                .page(
                        "/",
                        "<link rel=stylesheet href=/s.css><script src=/s.js></script>"
                                + "<a href=/items/2>two</a><img src=/1.jpg><img src=/2.jpg><img src=/3.jpg><img src=/4.jpg>")
                .on("/s.css", (request, reply) -> reply.header("Cache-Control", "max-age=600"))
                .on("/s.js", (request, reply) -> reply.header("Cache-Control", "max-age=600"))
                .on("/1.jpg", (request, reply) -> reply.body(new byte[6000]))
                .on("/2.jpg", (request, reply) -> reply.body(new byte[6000]))
                .on("/3.jpg", (request, reply) -> reply.body(new byte[6000]))
                .on("/4.jpg", (request, reply) -> reply.body(new byte[6000]))
                .page(
                        "/items/2",
                        "<form id=order method=post action=/order>"
                                + "<input type=hidden name=item value=2><input name=count></form>")
                .on("/order", (request, reply) -> reply.html(soldOut ? "Sold out" : "Thank you"));
    }

    private void compile() throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-d", classes.toString(), "-proc:none", "-classpath", System.getProperty("java.class.path"));
            boolean compiled = compiler.getTask(messages, files, null, options, null, files.getJavaFileObjects(SOURCE))
                    .call();
            assertThat(compiled).as(messages.toString()).isTrue();
        }
    }

    /** Adds to declared counters only. */
    private final class User extends CountingUser {
        User() {
            super(0);
        }

        @Override
        public Counter counter(String name) {
            assertThat(declared).contains(name);
            return super.counter(name);
        }
    }

    private record Call(int operation) implements SingleCall {
        @Override
        public long unitNumber() {
            return 0;
        }

        @Override
        public Draws draws() {
            return Draws.of(1);
        }
    }
}
