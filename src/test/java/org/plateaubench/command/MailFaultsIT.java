// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import tools.jackson.databind.JsonNode;

/**
 * Faults of a mail site under load. One run has all faults, each for a few separate users, because the load is light
 * and a run takes long.
 */
@Tag("slow")
@Order(1)
@Isolated("its runs must be valid")
final class MailFaultsIT {
    private static final int RAMP_SECONDS = 3;
    private static final int STEADY_SECONDS = 20;

    /** What happens to the users of a workload. */
    private enum Fault {
        /** Each of them is greylisted. */
        GREY(3, 200),
        /** The second has no mailbox. */
        UNKNOWN(3, 200),
        /** Mail to the second is always refused temporarily. */
        LATER(3, 200),
        /** Their mailboxes are full for a while. */
        FULL(4, 400),
        /** The first may not sign in for a while. */
        DENIED(3, 200),
        /** The first has as many connections elsewhere as it may have, for a while. */
        LIMITED(3, 200),
        /** Fetched messages end half way, and connections that wait for a push are closed. */
        STALLED(3, 200),
        /** Every answer comes late. */
        SLOW(3, 200),
        /** The store is killed, is started again with an untrusted certificate, and then with its own. */
        KILLED(4, 200);

        private final int users;
        private final int acceleration;

        Fault(int users, int acceleration) {
            this.users = users;
            this.acceleration = acceleration;
        }

        String title() {
            return name().toLowerCase(Locale.ROOT);
        }

        String site() {
            return this == KILLED ? "killed" : "site";
        }

        /** The names of its users. */
        List<String> logins() {
            return Stream.iterate(1, i -> i + 1)
                    .limit(users)
                    .map(i -> title() + i)
                    .toList();
        }
    }

    @TempDir
    private static Path folder = Path.of("");

    private static final Map<Fault, MailRelay> RELAYS = new EnumMap<>(Fault.class);
    private static RunFolder run = new RunFolder(Path.of(""));
    private static String printed = "";
    private static int exitCode = -1;
    private static int greylisted;
    private static int waitersCut;

    @BeforeAll
    static void runWithAllFaults() throws Exception {
        try (MailPolicy policy = new MailPolicy();
                MailSites sites = new MailSites(folder, policy.port())) {
            for (Fault fault : List.of(Fault.FULL, Fault.DENIED, Fault.LIMITED, Fault.STALLED, Fault.SLOW)) {
                RELAYS.put(fault, new MailRelay(sites.port("site", "imapPlainPort")));
            }
            sites.prepareOtherCertificate();
            try (LaunchedPlateau refused = started(folder.resolve("wrong"), withAWrongAuthority(sites), sites);
                    LaunchedPlateau launched = started(folder, runFile(sites), sites)) {
                assertThatAWrongAuthorityIsOneSentence(refused, sites);
                run = Quickstart.awaitPhase(launched, folder, "steady");
                breakThings(sites, launched);
                awaitRampDown(launched);
                // The mailboxes are looked at after the run by the same way.
                relay(Fault.SLOW).delay(0);
                exitCode = launched.awaitExit(MailRun.PATIENCE);
                printed = launched.everything() + sites.logs();
            }
            greylisted = policy.letIn();
        }
    }

    private static LaunchedPlateau started(Path where, String text, MailSites sites) throws IOException {
        Path file = Files.writeString(Files.createDirectories(where).resolve("run.yaml"), text);
        return LaunchedPlateau.start(
                where,
                Map.of("SITE", sites.password("site"), "KILLED", sites.password("killed")),
                List.of(
                        "run",
                        file.toString(),
                        "--runs-dir",
                        Quickstart.runs(where).toString()));
    }

    private static String withAWrongAuthority(MailSites sites) {
        return """
            run: { name: wrong, seed: 1 }
            phases: { rampUp: 1s, steady: 1s, rampDown: 1s }
            suts:
            %s
            workloads:
              wrong: { plugin: mail, sut: killed, load: { users: 1 }, parameters: { groupware: false, fill: small } }
            """.formatted(sut(Fault.KILLED, sites, sites.service("killed").resolve("other/authority.pem")));
    }

    private static void assertThatAWrongAuthorityIsOneSentence(LaunchedPlateau refused, MailSites sites)
            throws InterruptedException {
        assertThat(refused.awaitExit(MailRun.PATIENCE)).as(refused.everything()).isEqualTo(3);
        assertThat(refused.errors())
                .contains("the certificate of 127.0.0.1:", "is not signed by an authority in ")
                .doesNotContain("Exception", "\tat ", sites.password("killed"));
    }

    private static String sut(Fault fault, MailSites sites, Path authority) {
        MailRelay relay = RELAYS.get(fault);
        boolean tls = fault == Fault.KILLED;
        int imap = relay != null ? relay.port() : sites.port(fault.site(), tls ? "imapTlsPort" : "imapPlainPort");
        return """
              %s:
                service: mail
                mode: external
                imapHost: 127.0.0.1
                imapPort: %d
                smtpPort: %d
                security: %s
                domain: %s
                login: "%s{n}"
                password: "${env:%s}"
                accounts: %d
                trust: "%s"
            """.formatted(
                        fault.title(),
                        imap,
                        sites.port(fault.site(), tls ? "smtpTlsPort" : "smtpPlainPort"),
                        tls ? "tls" : "none",
                        MailSites.DOMAIN,
                        fault.title(),
                        fault.site().toUpperCase(Locale.ROOT),
                        fault.users,
                        tls ? authority : "");
    }

    private static String runFile(MailSites sites) {
        StringBuilder text = new StringBuilder("""
            run: { name: mail-faults, seed: 42 }
            phases: { rampUp: %ds, steady: %ds, rampDown: 1s }
            suts:
            """.formatted(RAMP_SECONDS, STEADY_SECONDS));
        for (Fault fault : Fault.values()) {
            text.append(sut(fault, sites, sites.authority("killed")));
        }
        text.append("workloads:\n");
        for (Fault fault : Fault.values()) {
            text.append("""
                  %s:
                    plugin: mail
                    sut: %s
                    load: { users: %d }
                    timeout: %s
                    parameters:
                      { acceleration: %d, sizes: classic, fill: small, groupware: false, idleShare: 100, checkedShare: 50 }
                """.formatted(
                            fault.title(),
                            fault.title(),
                            fault.users,
                            fault == Fault.STALLED ? "5s" : "20s",
                            fault.acceleration));
        }
        return text.toString();
    }

    private static MailRelay relay(Fault fault) {
        return Objects.requireNonNull(RELAYS.get(fault));
    }

    private static MailRun of(Fault fault) {
        return new MailRun(run, fault.title());
    }

    private static void await(LaunchedPlateau launched, Fault fault, String errorClass, String text) {
        Await.until(
                MailRun.PATIENCE,
                () -> "no " + errorClass + " '" + text + "' of " + of(fault) + launched.everything(),
                () -> of(fault).seen(errorClass, text) || !launched.isAlive());
    }

    private static void breakThings(MailSites sites, LaunchedPlateau launched) throws Exception {
        List<Socket> elsewhere = new ArrayList<>();
        try {
            relay(Fault.SLOW).delay(2_000);
            relay(Fault.STALLED).stallBodies(2);
            waitersCut = relay(Fault.STALLED).cutWaiting();
            // Both are looked at when somebody signs in.
            sites.deny("denied1");
            sites.treat(Fault.FULL.logins(), "userdb_quota_rule=*:storage=1K");
            relay(Fault.FULL).cutAll();
            relay(Fault.DENIED).cutAll();
            Await.until(MailRun.PATIENCE, () -> "only " + elsewhere, () -> takesAllConnections(sites, elsewhere));
            sites.kill();
            await(launched, Fault.KILLED, "connect", "no server listens");
            sites.startAgain(false);
            await(launched, Fault.DENIED, "connect", "sign in");
            await(launched, Fault.LIMITED, "connect", "connections");
            await(launched, Fault.KILLED, "connect", "not signed by an authority");
            sites.kill();
            sites.startAgain(true);
            await(launched, Fault.FULL, "quota", "");
        } finally {
            for (Socket socket : elsewhere) {
                socket.close();
            }
        }
        sites.deny("nobody-at-all");
        sites.treatNobody();
        relay(Fault.FULL).cutAll();
    }

    private static void awaitRampDown(LaunchedPlateau launched) {
        Await.until(
                MailRun.PATIENCE,
                launched::everything,
                () -> run.hasEvent("phase", "\"ramp-down\"") || !launched.isAlive());
    }

    private static boolean takesAllConnections(MailSites sites, List<Socket> elsewhere) {
        relay(Fault.LIMITED).cutAll();
        try {
            elsewhere.add(sites.signedIn("limited1"));
        } catch (IOException e) {
            // The users were there first.
        }
        return elsewhere.size() == MailSites.CONNECTIONS_PER_USER;
    }

    @AfterAll
    static void stop() throws IOException {
        for (MailRelay relay : RELAYS.values()) {
            relay.close();
        }
    }

    private static String said(Fault fault) {
        return of(fault) + printed;
    }

    @Test
    void theRunGoesToItsEndAndItsVerdictIsTheSites() {
        // 2 where the machine was too busy for the harness to keep its times, which are not what is asked here.
        assertThat(exitCode).as(printed).isIn(1, 2);
        assertThat(run.json("result.json").path("status").asString()).isEqualTo("completed");
        for (Fault fault : Fault.values()) {
            JsonNode counts = of(fault).result().path("all").path("counts");
            assertThat(counts.path("ok").asLong()).as(said(fault)).isPositive();
            assertThat(of(fault).counter("wrongAnswers")).as(said(fault)).isZero();
            assertThat(of(fault).counter("duplicates")).as(said(fault)).isZero();
            assertThat(of(fault).reconciliations())
                    .as(said(fault))
                    .hasSizeBetween(6, 7)
                    .allSatisfy(row -> assertThat(row.path("met").asBoolean())
                            .as(row.toString())
                            .isTrue());
        }
        assertThat(printed).doesNotContain("\tat ", "Exception");
    }

    @Test
    void whoIsGreylistedComesAgainAndTheWaitIsPartOfTheTimeToSend() {
        MailRun grey = of(Fault.GREY);
        assertThat(grey.errorClasses()).as(said(Fault.GREY)).isEmpty();
        assertThat(greylisted).isPositive();
        assertThat(grey.counter("submissionRetries")).isPositive();
        assertThat(grey.operation("send").path("responseTimeMs").path("max").asDouble())
                .as(said(Fault.GREY))
                .isGreaterThan(1_000);
    }

    @Test
    void whatIsRefusedForGoodIsNotTriedAgain() {
        MailRun unknown = of(Fault.UNKNOWN);
        assertThat(unknown.errorClasses()).as(said(Fault.UNKNOWN)).containsExactly("refused");
        assertThat(unknown.operations("refused")).containsExactly("send");
        assertThat(unknown.texts("refused"))
                .allMatch(text -> text.contains("unknown2@" + MailSites.DOMAIN)
                        && text.contains("550 5.1.1")
                        && text.contains("No such mailbox here"));
        assertThat(unknown.counter("submissionRetries")).isZero();
        assertThat(unknown.counter("deliveriesAccepted")).isPositive();
    }

    @Test
    void whatStaysRefusedForNowIsAnErrorAfterTheRetries() {
        MailRun later = of(Fault.LATER);
        assertThat(later.errorClasses()).as(said(Fault.LATER)).contains("refused-for-now");
        assertThat(later.operations("refused-for-now")).containsExactly("send");
        assertThat(later.texts("refused-for-now")).anyMatch(text -> text.contains("450 4.2.0"));
        assertThat(later.counter("submissionRetries")).isGreaterThanOrEqualTo(2);
    }

    @Test
    void aFullMailboxIsNamedAndWhatWaitedForRoomArrives() {
        MailRun full = of(Fault.FULL);
        assertThat(full.errorClasses())
                .as(said(Fault.FULL))
                .contains("quota", "connection")
                .isSubsetOf("quota", "connection", "connect");
        assertThat(full.operations("quota"))
                .as(said(Fault.FULL))
                .contains("send")
                .isSubsetOf("send", "move");
        assertThat(full.texts("quota")).allMatch(text -> text.contains("OVERQUOTA"));
        assertRecovered(Fault.FULL);
    }

    @Test
    void whoIsRefusedAtTheDoorIsToldWhyAndTheOthersGoOn() {
        MailRun denied = of(Fault.DENIED);
        assertThat(denied.texts("connect"))
                .as(said(Fault.DENIED))
                .isNotEmpty()
                .allMatch(text -> text.contains("sign in: NO [AUTHENTICATIONFAILED]"));
        assertThat(denied.errorClasses()).as(said(Fault.DENIED)).isSubsetOf("connect", "connection", "authentication");
        assertRecovered(Fault.DENIED);
    }

    @Test
    void theLimitOfConnectionsIsNamed() {
        MailRun limited = of(Fault.LIMITED);
        assertThat(limited.texts("connect"))
                .as(said(Fault.LIMITED))
                .isNotEmpty()
                .allMatch(text -> text.contains("Maximum number of connections from user+IP exceeded"));
        assertThat(limited.errorClasses())
                .as(said(Fault.LIMITED))
                .isSubsetOf("connect", "connection", "too-many-connections");
        assertRecovered(Fault.LIMITED);
    }

    @Test
    void aMessageThatStopsHalfWayIsATimeoutOfTheReadAndNobodyElses() {
        MailRun stalled = of(Fault.STALLED);
        assertThat(relay(Fault.STALLED).stalledBodies()).isEqualTo(2);
        assertThat(stalled.errorClasses()).as(said(Fault.STALLED)).containsExactly("timeout");
        assertThat(stalled.operations("timeout")).containsExactly("read");
        assertThat(stalled.operation("read").path("counts").path("ok").asLong()).isPositive();
        assertRecovered(Fault.STALLED);
    }

    @Test
    void aPushThatIsCutOffIsCountedAndTakenUpAgain() {
        MailRun stalled = of(Fault.STALLED);
        // Who was just told of something waits again a moment later.
        assertThat(waitersCut).isBetween(1, Fault.STALLED.users);
        assertThat(stalled.counter("idleDrops")).as(said(Fault.STALLED)).isEqualTo(waitersCut);
        assertThat(last(Fault.STALLED).path("gauges").path("idleWatches").asInt())
                .as(said(Fault.STALLED))
                .isEqualTo(Fault.STALLED.users);
        assertThat(stalled.counter("deliveriesTimed")).isPositive();
    }

    @Test
    void aStoreThatIsKilledAndOneThatNobodyVouchesForAreNamedAndItsUsersComeBack() {
        MailRun killed = of(Fault.KILLED);
        assertThat(killed.texts("connect"))
                .as(said(Fault.KILLED))
                .anyMatch(text -> text.contains("no server listens"))
                .anyMatch(text -> text.contains("is not signed by an authority in"));
        assertThat(killed.errorClasses())
                .as(said(Fault.KILLED))
                .contains("connection")
                .isSubsetOf("connect", "connection", "tls", "refused-for-now", "server");
        assertRecovered(Fault.KILLED);
    }

    @Test
    void usersOfASiteThatIsTooSlowPileUpAndThatIsAnOverload() {
        assertThat(StreamSupport.stream(run.json("result.json").path("reasons").spliterator(), false)
                        .filter(reason -> reason.path("rule").asString().equals("overload")
                                && reason.path("workload").asString().equals("slow"))
                        .toList())
                .as(said(Fault.SLOW))
                .singleElement()
                .satisfies(reason -> {
                    assertThat(reason.path("severity").asString()).isIn("fail", "invalid");
                    assertThat(reason.path("bound").asDouble())
                            .isBetween(1.5 * Fault.SLOW.users - 1, 1.5 * Fault.SLOW.users);
                    assertThat(reason.path("value").asDouble()).isGreaterThan(1.5 * Fault.SLOW.users);
                });
        assertThat(of(Fault.SLOW).errorClasses()).as(said(Fault.SLOW)).isSubsetOf("timeout");
    }

    /** The intervals before the users leave. */
    private static List<JsonNode> underLoad(Fault fault) {
        return of(fault).intervals((RAMP_SECONDS + STEADY_SECONDS + 1) * 1_000_000_000L);
    }

    private static JsonNode last(Fault fault) {
        return underLoad(fault).getLast();
    }

    /** Checks that all users are connected and active before they leave. */
    private static void assertRecovered(Fault fault) {
        assertThat(last(fault).path("liveUsers").asInt()).as(said(fault)).isEqualTo(fault.users);
        List<JsonNode> intervals = underLoad(fault);
        long ok = 0;
        for (JsonNode interval : intervals.subList(Math.max(0, intervals.size() - 4), intervals.size())) {
            for (JsonNode line : interval.path("lines")) {
                ok += line.path("ok").asLong();
            }
        }
        assertThat(ok).as(said(fault)).isPositive();
    }
}
