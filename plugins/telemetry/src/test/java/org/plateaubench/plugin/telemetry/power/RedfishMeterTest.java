// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.telemetry.power.RedfishParameters.Login;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySource.Sample;
import org.plateaubench.testkit.TlsServer;

/** Power by Redfish over TLS, from a simulated BMC. */
final class RedfishMeterTest {
    private static final String ONE_U = SimulatedBmc.CHASSIS + "/1U";

    @TempDir
    private static Path folder;

    private static ServerCertificate certificate;
    private static String fingerprint;
    private static SimulatedBmc bmc;

    @BeforeAll
    static void start() throws Exception {
        certificate = ServerCertificate.in(folder.resolve("certificate"));
        fingerprint = HexFormat.ofDelimiter(":")
                .formatHex(MessageDigest.getInstance("SHA-256")
                        .digest(TlsServer.certificates(certificate.certificate())[0].getEncoded()));
        bmc = new SimulatedBmc(certificate);
    }

    @AfterAll
    static void stop() {
        bmc.close();
    }

    @BeforeEach
    void setUpOlderBmc() {
        bmc.requests.clear();
        bmc.requiresSlash = false;
        bmc.redirect = "";
        bmc.hasLocation = true;
        bmc.documents.keySet().removeIf(path -> path.startsWith(ONE_U));
        bmc.documents.put(SimulatedBmc.CHASSIS, "{\"Members\":[{\"@odata.id\":\"" + ONE_U + "\"}]}");
        bmc.documents.put(
                ONE_U, "{\"Id\":\"1U\",\"Power\":{\"@odata.id\":\"/redfish/v1/Chassis/1U/Power\"},\"Newer\":[1]}");
        power(344);
    }

    private static void power(int watts) {
        bmc.documents.put(
                ONE_U + "/Power",
                "{\"PowerControl\":[{\"MemberId\":\"0\",\"PowerConsumedWatts\":" + watts
                        + ",\"PowerMetrics\":{\"AverageConsumedWatts\":319}}]}");
    }

    /** A newer BMC: a sensor that reports when it was read. */
    private static void sensor(double watts, Instant read) {
        bmc.documents.put(
                ONE_U,
                "{\"Id\":\"1U\",\"EnvironmentMetrics\":{\"@odata.id\":\"/redfish/v1/Chassis/1U/EnvironmentMetrics\"}}");
        bmc.documents.put(
                ONE_U + "/EnvironmentMetrics",
                "{\"PowerWatts\":{\"DataSourceUri\":\"/redfish/v1/Chassis/1U/Sensors/Power\",\"Reading\":1}}");
        bmc.documents.put(
                ONE_U + "/Sensors/Power",
                "{\"Reading\":" + watts + ",\"ReadingUnits\":\"W\",\"ReadingTime\":\"" + read + "\"}");
    }

    private static TelemetrySource meter(RedfishParameters parameters) throws Exception {
        try (SutService service = new RedfishServiceType()
                .create(new SutContext<>("bmc", SutContext.Mode.EXTERNAL, parameters, Path.of("target")))) {
            return new RedfishServiceType().open(service.start(Progress.SILENT));
        }
    }

    private static TelemetrySource meter(String password, Login login) throws Exception {
        return meter(new RedfishParameters(
                bmc.url(), "bench", password, login, fingerprint, "", ClientCertificate.NONE, ""));
    }

    private static double watts(TelemetrySource meter) throws Exception {
        return meter.sample().getFirst().value();
    }

    @Test
    void certificateIsTrustedByFingerprintOrAuthority() throws Exception {
        TelemetrySource pinned = meter("secret", Login.SESSION);
        assertThat(watts(pinned)).isEqualTo(344);
        pinned.close();
        String authority = certificate.authority().toString();
        TelemetrySource signed = meter(new RedfishParameters(
                bmc.url(), "bench", "secret", Login.SESSION, "", authority, ClientCertificate.NONE, "1U"));
        assertThat(watts(signed)).isEqualTo(344);
        signed.close();
        TelemetrySource untrusted = meter(
                new RedfishParameters(bmc.url(), "bench", "secret", Login.SESSION, "", "", ClientCertificate.NONE, ""));
        assertThatIOException()
                .isThrownBy(untrusted::sample)
                .withMessageContaining("set 'fingerprint: " + fingerprint.replace(":", "") + "'");
        untrusted.close();
    }

    @Test
    void sessionIsReusedRenewedAndDeleted() throws Exception {
        TelemetrySource meter = meter("secret", Login.SESSION);
        assertThat(watts(meter)).isEqualTo(344);
        power(350);
        assertThat(watts(meter)).isEqualTo(350);
        assertThat(bmc.requests)
                .filteredOn(request -> request.startsWith("POST"))
                .hasSize(1);
        bmc.sessions.clear();
        assertThat(watts(meter)).isEqualTo(350);
        assertThat(bmc.requests)
                .filteredOn(request -> request.startsWith("POST"))
                .hasSize(2);
        meter.close();
        assertThat(bmc.sessions).isEmpty();
    }

    @Test
    void redirectsToTheSameHostAreFollowedOnce() throws Exception {
        bmc.requiresSlash = true;
        bmc.documents.put(SimulatedBmc.CHASSIS, "{\"Members\":[{\"@odata.id\":\"" + ONE_U + "/\"}]}");
        for (Login login : Login.values()) {
            TelemetrySource meter = meter("secret", login);
            assertThat(watts(meter)).isEqualTo(344);
            bmc.requests.clear();
            assertThat(watts(meter)).isEqualTo(344);
            assertThat(bmc.requests).containsExactly("GET " + ONE_U + "/Power/");
            meter.close();
            assertThat(bmc.sessions).isEmpty();
        }
    }

    /** No user or password goes to another host, or over plain HTTP. */
    @Test
    void redirectsToOtherHostsAndLoopsAreRefused() throws Exception {
        for (String elsewhere : List.of(
                "https://elsewhere.lab/redfish/v1/Chassis",
                bmc.url().replace("https:", "http:") + "/redfish/v1/Chassis",
                "/other")) {
            bmc.redirect = elsewhere;
            for (Login login : Login.values()) {
                TelemetrySource meter = meter("secret", login);
                assertThatIOException()
                        .isThrownBy(meter::sample)
                        .withMessageContaining("redirects to '" + elsewhere + "', which is not a resource of its own");
                meter.close();
            }
        }
        bmc.redirect = "/redfish/v1/Chassis";
        TelemetrySource loop = meter("secret", Login.BASIC);
        assertThatIOException().isThrownBy(loop::sample).withMessageContaining("more than 5 times");
        loop.close();
    }

    @Test
    void severalChassisAreListedIfNoneIsChosen() throws Exception {
        bmc.documents.put(
                SimulatedBmc.CHASSIS,
                "{\"Members\":[{\"@odata.id\":\"" + ONE_U + "/\"},{\"@odata.id\":\"" + ONE_U + "2/\"}]}");
        TelemetrySource meter = meter("secret", Login.BASIC);
        assertThatIOException()
                .isThrownBy(meter::sample)
                .withMessageContaining("has the chassis [1U, 1U2]; set 'chassis' to one of them.");
        meter.close();
    }

    @Test
    void sessionWithoutLocationHeaderIsDeleted() throws Exception {
        bmc.hasLocation = false;
        TelemetrySource meter = meter("secret", Login.SESSION);
        assertThat(watts(meter)).isEqualTo(344);
        meter.close();
        assertThat(bmc.sessions).isEmpty();
    }

    @Test
    void sensorWithConstantTimestampGetsQueryTime() throws Exception {
        TelemetrySource meter = meter("secret", Login.SESSION);
        for (Instant read : List.of(Instant.EPOCH, Instant.now().minusSeconds(9))) {
            sensor(210, read);
            assertThat(watts(meter)).isEqualTo(210);
            sensor(211, read);
            assertThat(watts(meter)).isEqualTo(211);
            assertThat(meter.sample().getFirst().age()).isLessThan(Duration.ofSeconds(8));
        }
        meter.close();
    }

    @Test
    void basicAuthenticationOpensNoSession() throws Exception {
        TelemetrySource meter = meter("secret", Login.BASIC);
        assertThat(watts(meter)).isEqualTo(344);
        meter.close();
        assertThat(bmc.requests).allMatch(request -> request.startsWith("GET"));
    }

    @Test
    void wrongPasswordIsReportedAndNotPrinted() throws Exception {
        for (Login login : Login.values()) {
            TelemetrySource meter = meter("not-it-42", login);
            assertThatIOException()
                    .isThrownBy(meter::sample)
                    .withMessageContaining("user or password is wrong")
                    .satisfies(e -> assertThat(e.toString()).doesNotContain("not-it-42"));
            meter.close();
        }
    }

    /** The header Date has whole seconds: the age is correct within its error and the duration of the test. */
    @Test
    void sensorReadingIsDatedByBmcClock() throws Exception {
        TelemetrySource meter = meter("secret", Login.SESSION);
        Instant read = Instant.now().minusSeconds(3);
        sensor(217.5, read);
        List<Sample> samples = meter.sample();
        double youngest = 3;
        double oldest = Duration.between(read, Instant.now()).toNanos() / 1e9;
        double age = samples.getFirst().age().toNanos() / 1e9;
        double error = samples.getLast().value() / 1e3;

        assertThat(samples.getFirst().value()).isEqualTo(217.5);
        assertThat(error).isBetween(0.5, 0.5 + oldest - youngest);
        assertThat(age).isBetween(youngest - error, oldest + error);
        assertThat(meter.sample()).isEmpty();
        sensor(220, read.plusSeconds(1));
        assertThat(watts(meter)).isEqualTo(220);
        meter.close();
    }

    @Test
    void implausibleSensorTimeIsRefused() throws Exception {
        for (Duration wrong : List.of(Duration.ofMinutes(-30), Duration.ofMinutes(2))) {
            sensor(217.5, Instant.now().minus(wrong));
            TelemetrySource meter = meter("secret", Login.SESSION);
            assertThatIOException()
                    .isThrownBy(meter::sample)
                    .withMessageContaining("the times of this meter cannot be trusted");
            meter.close();
        }
    }

    @Test
    void invalidPowerDocumentsAreReported() throws Exception {
        bmc.documents.put(ONE_U + "/Power", "{\"PowerControl\":[{\"PowerConsumedWatts\":null}]}");
        TelemetrySource none = meter("secret", Login.SESSION);
        assertThatIOException().isThrownBy(none::sample).withMessageContaining("has no power in W");
        bmc.documents.put(ONE_U + "/Power", "[]");
        assertThatIOException().isThrownBy(none::sample).withMessageContaining("answers no JSON object");
        bmc.documents.put(ONE_U + "/Power", "[" + "1,".repeat(600_000) + "1]");
        assertThatIOException().isThrownBy(none::sample).withMessageContaining("was not reached");
        bmc.documents.put(ONE_U, "{\"Power\":{\"@odata.id\":\"https://elsewhere.lab/redfish/v1\"}}");
        assertThatIOException().isThrownBy(none::sample).withMessageContaining("which is not a resource of its own");
        none.close();
        TelemetrySource other = meter(new RedfishParameters(
                bmc.url(), "bench", "secret", Login.SESSION, fingerprint, "", ClientCertificate.NONE, "2U"));
        assertThatIOException()
                .isThrownBy(other::sample)
                .withMessageContaining("has the chassis [1U]; '2U' is none of them.");
        other.close();
    }

    @Test
    void clientCertificateIsPresentedOnDemand() throws Exception {
        try (SimulatedBmc demanding = new SimulatedBmc(certificate, true)) {
            demanding.documents.putAll(bmc.documents);
            ClientCertificate own = new ClientCertificate(
                    certificate.certificate().toString(), certificate.key().toString(), "");
            TelemetrySource with = meter(
                    new RedfishParameters(demanding.url(), "bench", "secret", Login.SESSION, fingerprint, "", own, ""));
            assertThat(watts(with)).isEqualTo(344);
            with.close();
            TelemetrySource without = meter(new RedfishParameters(
                    demanding.url(), "bench", "secret", Login.SESSION, fingerprint, "", ClientCertificate.NONE, ""));
            assertThatIOException()
                    .isThrownBy(without::sample)
                    .withMessageContaining("the server requires a client certificate")
                    .withMessageContaining("set 'clientCertificate'");
            without.close();
        }
    }

    @Test
    void invalidParametersAreRefused() {
        assertThat(new RedfishServiceType()
                        .check(
                                SutContext.Mode.EXTERNAL,
                                new RedfishParameters(
                                        "http://bmc.lab",
                                        "bench",
                                        "",
                                        Login.SESSION,
                                        "abc",
                                        "ca.pem",
                                        ClientCertificate.NONE,
                                        "")))
                .extracting(Finding::message)
                .containsExactly(
                        "'http://bmc.lab' is not an address of a Redfish service.",
                        "'abc' is not a SHA-256 fingerprint of a certificate.",
                        "A certificate is trusted by its fingerprint or by 'trust', not by both.",
                        "A user and a password belong together.");
    }
}
