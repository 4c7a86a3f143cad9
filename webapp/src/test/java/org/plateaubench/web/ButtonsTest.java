// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.SelectOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.app.rig.ServingAgent;
import org.plateaubench.process.Ports;
import org.plateaubench.process.Program;
import org.plateaubench.rig.BrokerFolder;
import org.plateaubench.rig.BrokerServer;
import org.plateaubench.rig.Role;
import tools.jackson.databind.JsonNode;

/**
 * Every button, menu item, field and form of every page is used in a real browser, on a console with real runs, a real
 * queue and a real SUT. Each time the effect is checked: a folder, a file, the API or the audit log. At the end, the
 * test lists the controls in the sources that were not used, so that no new one is forgotten.
 */
@Tag("slow")
@Timeout(1_800)
@Order(1)
@ResourceLock("plateau.home")
final class ButtonsTest {
    private static final String OTHER_PASSWORD = "another horse battery";
    /** More entries than a page of the log shows. */
    private static final int AUDITED = 110;

    @TempDir
    private static Path folder;

    private static ButtonFixture fixture;
    private static Page page;

    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final AtomicBoolean isOver = new AtomicBoolean();

    @BeforeAll
    static void createFirstAccount() throws Exception {
        fixture = new ButtonFixture(folder);
        page = fixture.page;
        // The link works in a tab that shows the console.
        page.navigate("/");
        page.waitForSelector("[data-test=sign-in]");
        page.navigate("/#token=" + fixture.console.console().firstToken().orElseThrow());
        page.waitForSelector("dialog[open]");
        assertThat(page.url()).doesNotContain("token");
        // The list behind the dialog still sends requests in the session that ends with the first account.
        page.waitForSelector("tbody tr");
        fixture.pressInDialog("Later");
        page.locator("#places a[href='/users']").click();
        fixture.press("new-user");
        page.fill("#user-name", TestConsole.ADMIN);
        page.fill("#new-password", TestConsole.PASSWORD);
        fixture.pressInDialog("Create the account");
        page.waitForSelector("[data-test=account-menu]:has-text('" + TestConsole.ADMIN + "')");
        fixture.admin = fixture.console.signedIn(TestConsole.ADMIN, TestConsole.PASSWORD);
    }

    @AfterAll
    static void close() throws Exception {
        fixture.close();
    }

    /** An action of a user in the browser. */
    private interface Scene {
        void play() throws Exception;
    }

    private static void play(Scene scene) throws Exception {
        scene.play();
        assertThat(fixture.visitor.pageErrors()).isEmpty();
    }

    @Test
    void everyControlWorksWhenPressed() throws Exception {
        play(ButtonsTest::manageAccount);
        play(ButtonsTest::manageTokenAndPassword);
        play(ButtonsTest::signInAndOutInNarrowWindow);
        play(ButtonsTest::manageSutAndCalibrate);
        play(new RunScenes(fixture)::useList);
        play(new RunScenes(fixture)::useResultPage);
        play(new QueueScenes(fixture)::fromFormToResult);
        play(new QueueScenes(fixture)::changeQueue);
        play(new QueueScenes(fixture)::editRunFile);
        play(new RunScenes(fixture)::followStudy);
        play(new RunScenes(fixture)::startStudy);
        play(ButtonsTest::filterAuditLogAndRetry);
        assertThat(fixture.controls.unused()).as("controls that were not used").isEmpty();
    }

    private static void manageAccount() {
        fixture.open("/users");
        fixture.press("new-user");
        fixture.pressInDialog("Cancel");
        fixture.press("new-user");
        page.fill("#user-name", "grace");
        page.fill("#new-password", TestConsole.PASSWORD);
        page.locator("dialog input[value=viewer]").check();
        fixture.pressInDialog("Create");
        fixture.pressNamed("Change grace");
        page.locator("dialog input[value=operator]").check();
        fixture.pressInDialog("Save");
        fixture.pressNamed("Disable grace");
        fixture.pressInDialog("Cancel");
        fixture.pressNamed("Disable grace");
        fixture.confirm();
        fixture.pressNamed("Enable grace");
        page.waitForSelector("[aria-label='Disable grace']");
        fixture.pressNamed("Delete grace");
        fixture.confirm();
        fixture.awaitGone("[aria-label='Delete grace']");
        fixture.assertAudited("POST /users", "grace viewer");
        fixture.assertAudited("PATCH /users/{name}", "grace role operator");
        fixture.assertAudited("PATCH /users/{name}", "grace disabled");
        fixture.assertAudited("PATCH /users/{name}", "grace enabled");
        fixture.assertAudited("DELETE /users/{name}", "grace");
    }

    private static void manageTokenAndPassword() throws Exception {
        fixture.open("/account");
        fixture.press("new-token");
        fixture.pressInDialog("Cancel");
        fixture.press("new-token");
        page.fill("#token-name", "nightly");
        page.selectOption("#token-role", "viewer");
        page.selectOption("#token-life", new SelectOption().setIndex(1));
        fixture.pressInDialog("Create the token");
        TestConsole.Client nightly = fixture.console.anonymous();
        nightly.bearer = page.locator("[data-test=secret] code").textContent();
        nightly.get("/api/v1/runs").expect(200);
        fixture.press("copy");
        page.waitForSelector("[data-test=notice]");
        fixture.pressNamed("Close message");
        fixture.pressNamed("I have copied it");
        fixture.awaitGone("[data-test=secret]");
        fixture.pressNamed("Revoke nightly");
        fixture.confirm();
        fixture.awaitGone("[data-test=revoke]");
        nightly.get("/api/v1/runs").expect(401);
        page.fill("#password-old", TestConsole.PASSWORD);
        page.fill("#password-new", OTHER_PASSWORD);
        page.fill("#password-again", OTHER_PASSWORD);
        fixture.pressNamed("Change password");
        page.locator("[data-test=notice]").getByText("The password is changed.").waitFor();
        fixture.admin.get("/api/v1/users").expect(401);
        fixture.admin = fixture.console.signedIn(TestConsole.ADMIN, OTHER_PASSWORD);
    }

    private static void signInAndOutInNarrowWindow() {
        Page other = fixture.window();
        other.setViewportSize(ButtonFixture.NARROW, 800);
        other.navigate("/queue?x=1");
        other.locator(".switch button").click();
        other.locator("summary").click();
        other.fill("#token", "none");
        other.locator(".switch button").click();
        other.fill("#name", TestConsole.ADMIN);
        other.fill("#password", OTHER_PASSWORD);
        other.locator("[data-test=sign-in] button").click();
        other.waitForSelector("h1:text-is('Queue')");
        assertThat(other.url()).endsWith("/queue?x=1");
        ButtonFixture.named(other.locator("header"), "Menu").click();
        other.locator("nav a[href='/']").click();
        other.waitForSelector("h1:text-is('Runs')");
        other.getByTestId("account-menu").click();
        other.getByTestId("sign-out").click();
        other.waitForSelector("[data-test=sign-in]");
        fixture.assertAudited("DELETE /session", "");
        other.context().close();
    }

    private static void manageSutAndCalibrate() throws Exception {
        fixture.open("/rig");
        fixture.press("start-known-law");
        fixture.pressInDialog("Cancel");
        fixture.press("start-known-law");
        page.fill("#sut-name", "law");
        page.locator("dialog select").first().selectOption(new SelectOption().setIndex(1));
        page.fill("dialog input[name=port]", "1");
        page.fill("dialog input[name=port]", "");
        fixture.pressInDialog("Start");
        JsonNode sut = fixture.await("/rig/suts/law", row -> hasState(row, "running"));
        ProcessHandle process = ProcessHandle.of(sut.get("processId").asLong()).orElseThrow();
        page.waitForSelector("[data-test=sut-stop]");
        fixture.unfold();
        fixture.press("sut-log");
        fixture.press("sut-log");
        fixture.press("sut-run");
        page.waitForSelector("h1:has-text('New run against law')");
        fixture.open("/rig");
        process.destroyForcibly();
        page.waitForSelector("[data-test=sut] .badge:has-text('Crashed')");
        fixture.press("sut-again");
        fixture.pressInDialog("Start");
        fixture.await("/rig/suts/law", row -> hasState(row, "running"));
        page.waitForSelector("[data-test=sut-stop]");
        fixture.press("sut-stop");
        fixture.confirm();
        fixture.await("/rig/suts/law", row -> hasState(row, "stopped"));
        fixture.press("sut-clear");
        fixture.confirm();
        fixture.until(() -> fixture.get("/rig/suts/law").status() == 404);
        fixture.press("calibrate");
        fixture.await("/rig", rig -> rig.at("/agents/0/calibration").isObject());
        page.waitForSelector("[data-test=calibrate]:text('Calibrate again')");
        fixture.unfold();
        assertServerShowsClientCommand();
    }

    private static void assertServerShowsClientCommand() {
        fixture.press("start-redis");
        page.fill("#sut-name", "cache");
        fixture.pressInDialog("Start");
        fixture.await("/rig/suts/cache", row -> hasState(row, "running"));
        page.locator("[data-test=sut][data-key=cache] summary").click();
        page.locator("[data-test=sut][data-key=cache] .access")
                .getByText("redis-cli")
                .waitFor();
        fixture.press("sut-stop");
        fixture.confirm();
        fixture.await("/rig/suts/cache", row -> hasState(row, "stopped"));
        fixture.press("sut-clear");
        fixture.confirm();
        fixture.until(() -> fixture.get("/rig/suts/cache").status() == 404);
    }

    private static boolean hasState(JsonNode row, String state) {
        return row.path("state").asString("").equals(state);
    }

    private static void filterAuditLogAndRetry() throws Exception {
        for (int i = 0; i < AUDITED; i++) {
            fixture.admin.send("POST", "/api/v1/queue/resume", null).expect(200);
        }
        fixture.open("/audit");
        page.locator("button:text-is('Show earlier entries')").click();
        fixture.until(() -> page.locator("tbody tr").count() > AUDITED);
        fixture.unfold();
        page.selectOption("#audit-user", TestConsole.ADMIN);
        page.waitForURL(address -> address.contains("user=" + TestConsole.ADMIN));
        page.fill("#audit-action", "queue/resume");
        page.waitForURL(address -> address.contains("action=queue"));
        fixture.until(() -> {
            List<String> rows = page.locator("tbody tr").allTextContents();
            return !rows.isEmpty() && rows.stream().allMatch(row -> row.contains("POST /queue/resume"));
        });
        page.route("**/api/v1/users", route -> route.abort());
        fixture.open("/users");
        page.unroute("**/api/v1/users");
        fixture.visitor.pageErrors();
        fixture.pressNamed("Try again");
        page.waitForSelector("tbody tr");
    }

    /** With a real broker, whose credentials are in the folder of the console. */
    @Test
    void agentIsShownAsPresentAndThenMissing() throws Exception {
        assumeThat(Program.find("nats-server", List.of()))
                .as("this host has a nats-server")
                .isPresent();
        BrokerFolder brokerFolder = BrokerFolder.prepare(folder.resolve("broker"), "localhost", Ports.free(), null);
        try (BrokerServer broker = BrokerServer.start(BrokerServer.program(null), brokerFolder)) {
            assertThat(broker).isNotNull();
            showAgent();
            assertThat(fixture.visitor.pageErrors()).isEmpty();
        } finally {
            isOver.set(true);
        }
    }

    private void showAgent() throws Exception {
        assertThat(fixture.read("/rig").get("broker").isNull()).isTrue();
        fixture.open("/rig");
        Locator card = page.getByTestId("broker");
        PlaywrightAssertions.assertThat(card).containsText("add-controller console");

        Thread agent = serve(added("load1", Role.AGENT, folder.resolve("load1.credentials")));
        while (messages.isEmpty() && agent.isAlive()) {
            agent.join(Duration.ofMillis(50));
        }
        assertThat(messages).singleElement().asString().contains("waits for runs");
        added(
                "console",
                Role.CONTROLLER,
                ConsoleOptions.rigCredentials(Files.createDirectories(folder.resolve("data"))));

        Locator row = card.locator("tr[data-key=load1]");
        PlaywrightAssertions.assertThat(row).containsText("site=north");
        PlaywrightAssertions.assertThat(row).containsText("Connected");
        PlaywrightAssertions.assertThat(row).containsText("free");
        PlaywrightAssertions.assertThat(row).containsText(Pattern.compile("[0-9]+\\.[0-9]{2} ms"));

        isOver.set(true);
        agent.join();
        assertThat(messages).isNotEmpty().noneMatch(sentence -> sentence.contains("no more"));
        PlaywrightAssertions.assertThat(row).containsText("Missing");
        PlaywrightAssertions.assertThat(row).containsText("Agent load1 has not sent a message for");
    }

    private Path added(String name, Role role, Path file) throws IOException, InterruptedException {
        BrokerFolder broker = BrokerFolder.existing(folder.resolve("broker"));
        broker.add(name, role, null).write(file);
        BrokerServer.reload(BrokerServer.program(null), broker);
        return file;
    }

    private Thread serve(Path credentials) {
        return Thread.ofPlatform().daemon().start(() -> {
            try {
                ServingAgent.serve(
                        new ServingAgent.Service(
                                credentials, null, folder.resolve("agents"), Map.of("site", "north"), "any"),
                        messages::add,
                        isOver::get);
            } catch (IOException e) {
                messages.add(String.valueOf(e.getMessage()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
