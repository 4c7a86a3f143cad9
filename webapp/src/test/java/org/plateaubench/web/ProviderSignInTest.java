// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.net.HttpCookie;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.Installation;
import org.plateaubench.loader.PluginCatalog;

/** People of a real provider sign in to a console, each as themselves, with the role that their groups give them today. */
@Tag("slow")
final class ProviderSignInTest {
    private static final int WIDE = 1280;

    @TempDir
    private static Path folder;

    private static final ManualTime TIME = new ManualTime();
    private static RealProvider provider;
    private static TestConsole console;
    private static TestConsole.Client admin;

    @BeforeAll
    static void start() throws Exception {
        provider = RealProvider.start();
        console = TestConsole.start(Installation.of(PluginCatalog.load(List.of())), provider.options(folder), TIME);
        admin = console.admin();
    }

    @AfterAll
    static void stop() {
        console.close();
        provider.close();
    }

    @BeforeEach
    void usually() throws IOException {
        knows(
                "one",
                Map.of(
                        "vera", RealProvider.person("vera", "bench-viewers"),
                        "grace", RealProvider.person("Grace", "others", "bench-viewers", "bench-operators"),
                        "ada", RealProvider.person(TestConsole.ADMIN, "bench-viewers"),
                        "root", RealProvider.person("root", "bench-admins"),
                        "nobody", RealProvider.person("nobody", "others")));
    }

    private static void knows(String key, Map<String, Map<String, Object>> people) throws IOException {
        provider.knows(console.address(), people, key);
    }

    private static Visitor visitor() {
        return new Visitor(console.address());
    }

    @Test
    void everybodyGetsTheHighestRoleOfTheirGroupsAndTheCookiesThatTheyShould() throws Exception {
        try (Visitor grace = visitor()) {
            URI page = grace.begin("/queue?state=waiting");
            assertThat(page.getQuery())
                    .contains("code_challenge_method=S256", "state=", "nonce=", "scope=openid+profile")
                    .doesNotContain(RealProvider.SECRET);
            assertThat(grace.comeBack(grace.passProvider(page, "grace")))
                    .isEqualTo(console.address().resolve("/queue?state=waiting"));
            assertThat(grace.whoAmI()).isEqualTo("oidc:grace operator");
            assertThat(grace.session().at("/user/byProvider").asBoolean()).isTrue();
            assertThat(grace.set())
                    .anySatisfy(cookie -> assertThat(cookie)
                            .startsWith("plateau-session-")
                            .contains("; HttpOnly", "; SameSite=Strict", "; Path=/"))
                    .anySatisfy(cookie -> assertThat(cookie)
                            .startsWith("plateau-sign-in-")
                            .contains("; HttpOnly", "; SameSite=Lax", "; Max-Age=600"));
        }
        String log = admin.get("/api/v1/audit?user=oidc:grace&action=provider")
                .expect(200)
                .text();
        assertThat(log)
                .contains("\"target\":\"" + provider.issuer() + " Grace\"", "\"outcome\":\"303\"", "(secret)")
                .doesNotContain("code=");
    }

    @Test
    void whoHasNoGroupIsToldSoOnceAndItIsWrittenDown() throws Exception {
        try (Visitor nobody = visitor()) {
            assertThat(nobody.signIn("nobody")).isEqualTo(console.address());
            assertThat(nobody.whoAmI())
                    .startsWith("The provider knows you, but nothing in your claim 'groups' gives a role here; ask");
            assertThat(nobody.whoAmI()).isEqualTo("nobody");
        }
        assertThat(admin.get("/api/v1/audit?action=provider").expect(200).text())
                .contains(provider.issuer() + " nobody", "403 The provider knows you");
    }

    @Test
    void whatCameBackOnceOrBelongsToAnotherBrowserSignsNobodyIn() throws Exception {
        try (Visitor vera = visitor();
                Visitor mallory = visitor()) {
            URI back = vera.passProvider(vera.begin(null), "vera");
            mallory.begin(null);
            mallory.comeBack(back);
            assertThat(mallory.whoAmI()).contains("what came back is not what was sent");
            URI without = URI.create(back.toString().replaceAll("state=[^&]+", "x=y"));
            vera.comeBack(without);
            assertThat(vera.whoAmI()).contains("what came back is not what was sent");
            vera.comeBack(back);
            assertThat(vera.whoAmI()).contains("not begun in this browser, was ended already");

            URI good = vera.passProvider(vera.begin(null), "vera");
            vera.comeBack(good);
            assertThat(vera.whoAmI()).isEqualTo("oidc:vera viewer");
            String state = good.getQuery().replaceAll(".*state=([^&]+).*", "$1");
            // The same code with a state of its own: the provider redeems it once, and for who asked for it.
            String own = mallory.begin(null).getQuery().replaceAll(".*state=([^&]+).*", "$1");
            mallory.comeBack(URI.create(good.toString().replace(state, own)));
            assertThat(mallory.whoAmI()).contains("does not redeem the code (invalid_grant)");
            vera.comeBack(good);
            assertThat(vera.whoAmI()).isEqualTo("oidc:vera viewer");
        }
    }

    @Test
    void aSessionThatWasThereBeforeIsNotGoneOnWith() throws Exception {
        TestConsole.Client planted = console.signedIn(TestConsole.ADMIN, TestConsole.PASSWORD);
        try (Visitor vera = visitor()) {
            URI back = vera.passProvider(vera.begin(null), "vera");
            String[] cookie = String.valueOf(planted.cookie).split("=", 2);
            HttpCookie other = new HttpCookie(cookie[0], cookie[1]);
            other.setPath("/");
            other.setDomain(console.address().getHost());
            vera.cookies.getCookieStore().add(console.address(), other);
            vera.comeBack(back);
            assertThat(vera.whoAmI()).isEqualTo("oidc:vera viewer");
            assertThat(vera.cookie()).isNotEqualTo(planted.cookie);
        }
        planted.get("/api/v1/users").expect(401);
    }

    @Test
    void nothingLeadsOutOfTheConsole() throws Exception {
        try (Visitor vera = visitor()) {
            for (String place : List.of(
                    "//evil.example",
                    "https://evil.example/",
                    "/\\evil.example",
                    "\\\\evil.example",
                    "evil",
                    "/a\nb")) {
                assertThat(vera.beginning(place).statusCode()).as(place).isEqualTo(422);
            }
            assertThat(vera.comeBack(vera.passProvider(vera.begin("/runs/a?next=//evil.example"), "vera")))
                    .isEqualTo(console.address().resolve("/runs/a?next=//evil.example"));
        }
    }

    @Test
    void noNameOpensTheAccountOfAnother() throws Exception {
        try (Visitor ada = visitor();
                Visitor other = visitor()) {
            ada.signIn("ada");
            assertThat(ada.whoAmI()).isEqualTo("oidc:ada viewer");
            assertThat(admin.get("/api/v1/session").json().at("/user/role").asString())
                    .isEqualTo("admin");
            console.signedIn(TestConsole.ADMIN, TestConsole.PASSWORD);
            console.anonymous()
                    .send("POST", "/api/v1/session", "{\"name\":\"oidc:ada\",\"password\":\"\"}")
                    .expect(401);
            knows("one", Map.of("ada2", RealProvider.person("ADA", "bench-admins")));
            other.signIn("ada2");
            assertThat(other.whoAmI()).startsWith("The account 'oidc:ada' belongs to another user");
            knows("one", Map.of("ada", RealProvider.person("lovelace", "bench-operators")));
            try (Visitor renamed = visitor()) {
                renamed.signIn("ada");
                assertThat(renamed.whoAmI()).isEqualTo("oidc:ada operator");
            }
            knows("one", Map.of("x", RealProvider.person("../ada", "bench-admins")));
            try (Visitor strange = visitor()) {
                strange.signIn("x");
                assertThat(strange.whoAmI()).contains("which is not a valid account name", "--oidc-name-claim");
            }
        }
        admin.send(
                        "POST",
                        "/api/v1/users",
                        "{\"name\":\"oidc:eve\",\"password\":\"" + TestConsole.PASSWORD + "\",\"role\":\"viewer\"}")
                .expect(422);
    }

    @Test
    void aRoleThatTheProviderTakesBackEndsWithItsSessionsAndTokensAtTheNextSignIn() throws Exception {
        try (Visitor before = visitor();
                Visitor after = visitor()) {
            before.signIn("root");
            assertThat(before.whoAmI()).isEqualTo("oidc:root admin");
            TestConsole.Client program = console.anonymous();
            program.bearer = token(before);
            program.get("/api/v1/users").expect(200);
            knows("one", Map.of("root", RealProvider.person("root", "bench-viewers")));
            after.signIn("root");
            assertThat(before.whoAmI()).isEqualTo("oidc:root viewer");
            program.get("/api/v1/users").expect(403);
            knows("one", Map.of("root", RealProvider.person("root", "others")));
            try (Visitor last = visitor()) {
                last.signIn("root");
                assertThat(last.whoAmI()).contains("gives a role here");
            }
            assertThat(before.whoAmI()).isEqualTo("nobody");
            assertThat(after.whoAmI()).isEqualTo("nobody");
            program.get("/api/v1/runs").expect(401);
        }
    }

    private static String token(Visitor visitor) throws Exception {
        TestConsole.Client client = console.anonymous();
        client.cookie = visitor.cookie();
        client.refresh();
        return client.send("POST", "/api/v1/tokens", "{\"name\":\"t\",\"role\":\"admin\"}")
                .expect(201)
                .json()
                .get("token")
                .asString();
    }

    @Test
    void whatAProviderSaidIsBelievedForHalfADayAndOfTokensForAWeek() throws Exception {
        try (Visitor root = visitor()) {
            root.signIn("root");
            TestConsole.Client program = console.anonymous();
            program.bearer = token(root);
            for (int hours = 0; hours < 11; hours++) {
                TIME.pass(Duration.ofHours(1));
                assertThat(root.whoAmI()).isEqualTo("oidc:root admin");
            }
            TIME.pass(Duration.ofHours(1));
            assertThat(root.whoAmI()).isEqualTo("nobody");
            TIME.pass(Duration.ofDays(6));
            program.get("/api/v1/users").expect(200);
            TIME.pass(Duration.ofDays(1));
            program.get("/api/v1/users").expect(401);
            root.signIn("root");
            program.get("/api/v1/users").expect(200);
        } finally {
            admin = console.signedIn(TestConsole.ADMIN, TestConsole.PASSWORD);
        }
    }

    @Test
    void anAdministratorDisablesAndRemovesSuchAnAccountButItsRoleIsTheProviders() throws Exception {
        try (Visitor grace = visitor()) {
            grace.signIn("grace");
            String path = "/api/v1/users/oidc:grace";
            assertThat(admin.send("PATCH", path, "{\"role\":\"admin\"}")
                            .expect(409)
                            .text())
                    .contains("groups at " + provider.issuer());
            admin.send("PATCH", path, "{\"password\":\"" + TestConsole.PASSWORD + "\"}")
                    .expect(409);
            admin.send("PATCH", path, "{\"disabled\":true}").expect(200);
            assertThat(grace.whoAmI()).isEqualTo("nobody");
            grace.signIn("grace");
            assertThat(grace.whoAmI()).startsWith("Your account 'oidc:grace' is disabled; ask an administrator");
            admin.send("DELETE", path, null).expect(204);
            grace.signIn("grace");
            assertThat(grace.whoAmI()).isEqualTo("oidc:grace operator");
        }
        try (Visitor root = visitor()) {
            root.signIn("root");
            assertThat(admin.send("PATCH", "/api/v1/users/ada", "{\"role\":\"viewer\"}")
                            .expect(409)
                            .text())
                    .contains("last administrator");
        }
    }

    @Test
    void aKeyThatTheProviderChangedIsFound(@TempDir Path own) throws Exception {
        Installation installation = Installation.of(PluginCatalog.load(List.of()));
        try (TestConsole fresh = TestConsole.start(installation, provider.options(own));
                Visitor first = new Visitor(fresh.address());
                Visitor second = new Visitor(fresh.address())) {
            provider.knows(fresh.address(), Map.of("vera", RealProvider.person("vera", "bench-viewers")), "one");
            first.signIn("vera");
            assertThat(first.whoAmI()).isEqualTo("oidc:vera viewer");
            provider.knows(fresh.address(), Map.of("vera", RealProvider.person("vera", "bench-operators")), "two");
            second.signIn("vera");
            assertThat(second.whoAmI()).isEqualTo("oidc:vera operator");
        }
    }

    @Test
    void whoOpensTheConsoleUnderAnotherNameIsToldWhichOneToUse() throws Exception {
        URI other = URI.create("http://localhost:" + console.address().getPort() + "/");
        try (Visitor vera = new Visitor(other)) {
            assertThat(vera.beginning(null).body())
                    .contains("sends you back to " + console.address(), "open the console there");
        }
    }

    @Test
    void aBrowserGoesThroughThePagesOfTheProviderAndBack() throws Exception {
        try (PageVisitor browser = new PageVisitor()) {
            Page page = browser.window(console.address(), WIDE, ColorScheme.LIGHT);
            PageVisitor.open(page, "/queue");
            page.getByTestId("provider").click();
            pass(page, "grace");
            page.waitForURL(console.address().resolve("/queue").toString());
            page.getByTestId("account-menu").click();
            assertThat(page.locator("#account-menu").innerText()).contains("oidc:grace", "operator");
            PageVisitor.open(page, "/account");
            assertThat(page.getByTestId("password-form").count()).isZero();
            page.getByTestId("account-menu").click();
            page.getByTestId("sign-out").click();
            page.getByTestId("sign-in").waitFor();

            page.context().clearCookies();
            page.getByTestId("provider").click();
            pass(page, "nobody");
            page.getByTestId("sign-in").waitFor();
            assertThat(page.locator("main").innerText()).contains("gives a role here; ask an administrator");
            page.locator("[name=name]").fill(TestConsole.ADMIN);
            page.locator("[name=password]").fill(TestConsole.PASSWORD);
            page.getByTestId("sign-in").locator("button").click();
            page.getByTestId("account-menu").waitFor();
            PageVisitor.open(page, "/users");
            assertThat(page.locator("tr", new Page.LocatorOptions().setHasText("oidc:grace"))
                            .innerText())
                    .contains("provider", "operator")
                    .doesNotContain("Change");
            // Of the provider's own pages, which ask for fonts of others, the console is not to answer.
            assertThat(browser.complaints())
                    .filteredOn(complaint -> complaint.contains(" at " + console.address()))
                    .allMatch(complaint -> complaint.startsWith("elsewhere: " + provider.issuer()));
        }
    }

    private static void pass(Page page, String login) {
        page.locator("[name=login]").fill(login);
        page.locator("[name=password]").fill("any");
        page.locator("button[type=submit]").click();
        page.locator("form:has([value=consent]) button[type=submit]").click();
    }
}
