// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.app.rig.Broker;
import org.plateaubench.app.rig.ServingAgent;
import org.plateaubench.process.Ports;
import org.plateaubench.process.Program;
import tools.jackson.databind.JsonNode;

/** The rig page shows the agents of the broker whose credentials lie in the console's folder; the broker is a real one. */
@Tag("slow")
@Timeout(240)
final class BrokerAgentsPageTest {
    private static final int WIDE = 1280;
    private static final double PATIENCE_MILLIS = 90_000;

    @TempDir
    private Path folder = Path.of("");

    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final AtomicBoolean isOver = new AtomicBoolean();

    private Path added(String name, boolean isController, Path file) throws IOException, InterruptedException {
        Broker.add(null, folder.resolve("broker"), name, isController, file);
        return file;
    }

    private Thread serve(Path credentials) {
        return Thread.ofPlatform().daemon().start(() -> {
            try {
                ServingAgent.serve(
                        new ServingAgent.Service(
                                credentials, null, folder.resolve("agents"), Map.of("site", "north"), "any", null),
                        messages::add,
                        isOver::get);
            } catch (IOException e) {
                messages.add(String.valueOf(e.getMessage()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Test
    void anAgentIsShownWhileItIsThereAndMissingWhenItIsGone() throws Exception {
        assumeThat(Program.find("nats-server", List.of()))
                .as("this host has a nats-server")
                .isPresent();
        try (Broker broker = Broker.start(null, folder.resolve("broker"), "localhost", Ports.free());
                TestConsole console = TestConsole.start(folder);
                PageVisitor visitor = new PageVisitor()) {
            assertThat(broker).isNotNull();
            show(console, visitor);
            assertThat(visitor.complaints()).isEmpty();
        } finally {
            isOver.set(true);
        }
    }

    private void show(TestConsole console, PageVisitor visitor) throws Exception {
        TestConsole.Client admin = console.admin();
        assertThat(admin.get("/api/v1/rig").json().get("broker").isNull()).isTrue();
        Page page = visitor.window(console.address(), admin, WIDE, ColorScheme.LIGHT);
        page.setDefaultTimeout(PATIENCE_MILLIS);
        PageVisitor.open(page, "/rig");
        Locator card = page.getByTestId("broker");
        PlaywrightAssertions.assertThat(card).containsText("add-controller console");

        Thread agent = serve(added("load1", false, folder.resolve("load1.credentials")));
        while (messages.isEmpty() && agent.isAlive()) {
            agent.join(Duration.ofMillis(50));
        }
        assertThat(messages).singleElement().asString().contains("waits for runs");
        added("console", true, ConsoleOptions.rigCredentials(Files.createDirectories(folder.resolve("data"))));

        Locator row = card.locator("tr[data-key=load1]");
        PlaywrightAssertions.assertThat(row).containsText("site=north");
        PlaywrightAssertions.assertThat(row).containsText("Connected");
        PlaywrightAssertions.assertThat(row).containsText("free");
        PlaywrightAssertions.assertThat(row).containsText(Pattern.compile("[0-9]+\\.[0-9]{2} ms"));
        JsonNode shown = admin.get("/api/v1/rig").json().get("broker");
        assertThat(shown.at("/agents/0/clock/boundMs").asDouble()).isPositive();

        isOver.set(true);
        agent.join();
        assertThat(messages).isNotEmpty().noneMatch(sentence -> sentence.contains("no more"));
        PlaywrightAssertions.assertThat(row).containsText("Missing");
        PlaywrightAssertions.assertThat(row).containsText("Agent load1 has not sent a message for");
    }
}
