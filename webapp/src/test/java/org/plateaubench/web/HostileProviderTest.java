// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.Installation;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.web.HostileProvider.Fault;

/** Whatever a provider answers, nobody gets in by it who should not, and the console goes on. */
@Tag("slow")
final class HostileProviderTest {
    /** What the person is told of each, in part. */
    private static final Map<Fault, String> ID_TOKENS = Map.ofEntries(
            Map.entry(Fault.OTHER_NONCE, "Unexpected JWT nonce"),
            Map.entry(Fault.NO_NONCE, "Missing JWT nonce"),
            Map.entry(Fault.OTHER_ISSUER, "Unexpected JWT issuer"),
            Map.entry(Fault.OTHER_AUDIENCE, "Unexpected JWT audience"),
            Map.entry(Fault.EXPIRED, "Expired JWT"),
            Map.entry(Fault.OF_TOMORROW, "JWT issue time ahead of current time"),
            Map.entry(Fault.UNSIGNED, "Signed ID token expected"),
            Map.entry(Fault.SIGNED_WITH_CLIENT_SECRET, "no matching key"),
            Map.entry(Fault.SIGNED_WITH_PUBLIC_KEY, "no matching key"),
            Map.entry(Fault.SIGNED_WITH_OTHER_KEY, "Invalid signature"),
            Map.entry(Fault.CHANGED_AFTER_SIGNING, "Invalid signature"),
            Map.entry(Fault.NO_NAME, "no name in the claim 'preferred_username'"),
            Map.entry(Fault.LONG_NAME, "which is not a valid account name"),
            Map.entry(Fault.NO_TOKEN, "gave no"),
            Map.entry(Fault.NO_JSON, "gave no tokens that can be read"),
            Map.entry(Fault.TOO_MUCH, "gave no answer that can be read"),
            Map.entry(Fault.REDIRECTS, "(status 307)"),
            Map.entry(Fault.SILENT, "did not answer within 5.0 s"));

    private static final Map<Fault, String> DISCOVERIES = Map.of(
            Fault.DISCOVERY_OF_OTHER, "calls itself 'http://127.0.0.1:1'",
            Fault.DISCOVERY_IN_THE_CLEAR, "names no token_endpoint that begins with https://",
            Fault.DISCOVERY_TOO_MUCH, "gave no answer that can be read",
            Fault.DISCOVERY_NO_JSON, "has no discovery document that can be read",
            Fault.DISCOVERY_NESTED, "has no discovery document that can be read");

    @TempDir
    private Path folder;

    private final ManualTime time = new ManualTime();
    private HostileProvider provider;
    private TestConsole console;
    private TestConsole.Client admin;

    @BeforeEach
    void start() throws Exception {
        provider = HostileProvider.start();
        console = TestConsole.start(
                Installation.of(PluginCatalog.load(List.of())),
                RealProvider.options(folder, provider.issuer(), HostileProvider.SECRET),
                time);
        admin = console.admin();
    }

    @AfterEach
    void stop() {
        console.close();
        provider.close();
    }

    private String signIn(Fault fault) throws Exception {
        provider.fault = fault;
        try (Visitor visitor = new Visitor(console.address())) {
            String query = provider.pass(visitor.begin(null));
            visitor.comeBack(URI.create(console.address() + "api/v1/session/provider" + query));
            return visitor.whoAmI();
        }
    }

    @Test
    void noTokenIsBelievedThatIsNotOfThisProviderForThisConsoleThisSignInAndNow() throws Exception {
        assertThat(signIn(Fault.NONE)).isEqualTo("oidc:mallory admin");
        assertThat(admin.send("DELETE", "/api/v1/users/oidc:mallory", null).status())
                .isEqualTo(204);
        for (Map.Entry<Fault, String> fault : ID_TOKENS.entrySet()) {
            assertThat(signIn(fault.getKey())).as(fault.getKey().name()).contains(fault.getValue());
        }
        assertThat(admin.get("/api/v1/users").expect(200).text()).doesNotContain("mallory");
        assertThat(admin.get("/api/v1/audit?action=provider").expect(200).text())
                .contains("its ID token does not hold")
                .doesNotContain(HostileProvider.SECRET);
        assertThat(signIn(Fault.SEVERAL_AUDIENCES)).contains("azp");
        assertThat(signIn(Fault.NONE)).isEqualTo("oidc:mallory admin");
    }

    @Test
    void aProviderThatIsNoneIsOneSentenceAndThoseOfTheConsoleStillSignIn() throws Exception {
        for (Map.Entry<Fault, String> fault : DISCOVERIES.entrySet()) {
            provider.fault = fault.getKey();
            // What failed is not asked for again at once.
            time.pass(Duration.ofSeconds(6));
            try (Visitor visitor = new Visitor(console.address())) {
                assertThat(visitor.beginning(null).body())
                        .as(fault.getKey().name())
                        .contains("\"status\":502", provider.issuer().toString(), fault.getValue())
                        .contains("sign in with a name and password");
            }
        }
        provider.close();
        time.pass(Duration.ofSeconds(6));
        try (Visitor visitor = new Visitor(console.address())) {
            assertThat(visitor.beginning(null).body()).contains("cannot be reached");
        }
        console.signedIn(TestConsole.ADMIN, TestConsole.PASSWORD)
                .get("/api/v1/users")
                .expect(200);
    }

    @Test
    void everyFaultIsTriedAndACallbackOfNobodyAsksTheProviderNothing() throws Exception {
        Set<Fault> tried = EnumSet.copyOf(ID_TOKENS.keySet());
        tried.addAll(DISCOVERIES.keySet());
        tried.addAll(Set.of(Fault.NONE, Fault.SEVERAL_AUDIENCES));
        assertThat(tried).containsExactlyInAnyOrder(Fault.values());
        try (Visitor mallory = new Visitor(console.address())) {
            String query = provider.pass(mallory.begin(null));
            URI path = URI.create(console.address() + "api/v1/session/provider");
            for (String wrong : List.of(
                    "",
                    "?code=a",
                    "?code=a&state=b",
                    query + "&state=b",
                    query + "&code=b",
                    query + "&error=access_denied",
                    query + "&iss=https://login.other")) {
                String begun = provider.pass(mallory.begin(null)).replace("?code=a-code&", "");
                mallory.comeBack(URI.create(path + wrong.replaceAll("state=[\\w-]{43}", begun)));
                assertThat(mallory.whoAmI()).as(wrong).contains("is refused, since", "; start it again.");
            }
            String late = provider.pass(mallory.begin(null));
            time.pass(Duration.ofMinutes(10));
            mallory.comeBack(URI.create(path + late));
            assertThat(mallory.whoAmI()).contains("took longer than 10 minutes");
        }
        assertThat(provider.tokenRequests).hasValue(0);
    }
}
