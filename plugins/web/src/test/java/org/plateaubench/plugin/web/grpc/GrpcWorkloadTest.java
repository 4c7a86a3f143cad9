// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.InsecureServerCredentials;
import io.grpc.TlsServerCredentials;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Outcome;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.testkit.UnscheduledUser;

/** Calls are made as a scenario describes them, and answers of a real server are judged by its checks. */
@Timeout(60)
class GrpcWorkloadTest {
    private static OrderServer server;

    @BeforeAll
    static void start() throws Exception {
        server = new OrderServer(false, InsecureServerCredentials.create());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static final String CALLS = """
            data: { number: { sequence: 5 } }
            variables: { word: 'say "a"' }
            start: [{ call: shop.v1.Orders/Place }]
            steps:
              - call: shop.v1.Orders/Place
                message:
                  name: "${word}"
                  items: [{ amount: "${number}", price: 1.5, picture: QQ== }]
                  by_name: { one: { amount: 1 } }
                  state: DONE
                  placed_at: "2026-01-02T03:04:05Z"
                  number: 9007199254740993
                metadata: { x-trace: "t-${number}" }
                extract: { id: { json: $.id }, trace: { metadata: x-trace }, none: { json: $.a, default: nothing } }
                check: { json: { $.items: "> 2", $.at: "" }, metadata: { x-trace: t-1 }, status: OK }
              - call: shop.v1.Orders/Watch
                message: '{"name": "${id} ${trace} ${none}", "copies": 3}'
                extract: { last: { json: "$[2].id" } }
                check: { messages: 3, json: { $.length(): 3 } }
              - call: shop.v1.Orders/Watch
                name: first-two
                message: { copies: 5000 }
                answers: 2
                check: { messages: 2 }
              - call: shop.v1.Orders/Upload
                messages: [{ name: "${last}" }, {}, { unknown: true }]
                check: { json: { $.name: order 3 } }
              - call: shop.v1.Orders/Chat
                messages: [{ copies: 2 }, {}]
                check: { json: { "$[1].name": order 2 } }
            """;

    @Test
    void callsAreMadeAsWritten() throws Exception {
        try (UnscheduledUser user = GrpcUser.of(GrpcUser.parameters(server, CALLS))) {
            assertThat(user.unit(0).values()).allMatch(Outcome.ok()::equals);
            assertThat(user.counted("grpcConnections")).isEqualTo(1);
            assertThat(user.counted("grpcMessagesSent")).isEqualTo(9);
            assertThat(user.counted("grpcMessagesReceived")).isEqualTo(10);
            assertThat(user.traceLines())
                    .contains("> shop.v1.Orders/Watch", "< OK", "last = 9", "all 2 checks passed")
                    .anyMatch(line -> line.startsWith("< [{\"id\":\"7\",\"name\":\"order 1\""));
        }
        assertThat(new GrpcWorkload().define(GrpcUser.parameters(server, CALLS)).checks())
                .hasSize(1);
        assertThat(server.received())
                .contains("Place Bearer secret,t-5 {\"name\":\"say \\\"a\\\"\",\"items\":[{\"amount\":5,\"price\":1.5,"
                        + "\"picture\":\"QQ==\"}],\"by_name\":{\"one\":{\"amount\":1,\"price\":0.0,\"picture\":\"\"}},"
                        + "\"state\":\"DONE\",\"placed_at\":\"2026-01-02T03:04:05Z\",\"number\":\"9007199254740993\","
                        + "\"copies\":0}")
                .anyMatch(line -> line.startsWith("Watch Bearer secret,all {\"name\":\"7 t-1 nothing\""))
                .anyMatch(line -> line.startsWith("Upload Bearer secret,all {\"name\":\"9\""));
    }

    @Test
    void methodsAreFoundByReflection() throws Exception {
        try (OrderServer reflecting = new OrderServer(true, InsecureServerCredentials.create())) {
            GrpcParameters parameters = GrpcUser.parameters(reflecting.address(), CALLS, List.of(), false, false);
            try (UnscheduledUser user = GrpcUser.of(parameters)) {
                assertThat(user.unit(0).values()).allMatch(Outcome.ok()::equals);
            }
            String wrong = "steps: [{ call: shop.v1.Orders/Plac }]";
            assertThatThrownBy(() ->
                            GrpcUser.of(GrpcUser.parameters(reflecting.address(), wrong, List.of(), false, false)))
                    .hasMessageContaining("There is no method 'shop.v1.Orders/Plac'")
                    .hasMessageContaining("shop.v1.Orders/Place");
        }
        assertThatThrownBy(() -> GrpcUser.of(GrpcUser.parameters(server.address(), CALLS, List.of(), false, false)))
                .hasMessageContaining("the server has no reflection")
                .hasMessageContaining("'protos'");
    }

    @Test
    void unexpectedAnswersHaveErrorClasses() throws Exception {
        String scenario = """
                steps:
                  - { call: shop.v1.Orders/Place, name: status, message: { name: none } }
                  - { call: shop.v1.Orders/Place, name: refused, message: { name: none }, declined: { status: not-found, reason: gone } }
                  - { call: shop.v1.Orders/Place, name: expected, message: { name: none }, check: { status: [NOT_FOUND] } }
                  - { call: shop.v1.Orders/Place, name: json, check: { json: { $.id: 8 } } }
                  - { call: shop.v1.Orders/Place, name: metadata, check: { metadata: { x-none: 1 } } }
                  - { call: shop.v1.Orders/Watch, name: messages, message: { copies: 2 }, check: { messages: 3.. } }
                  - { call: shop.v1.Orders/Watch, name: large, message: { copies: 50000 }, check: { json: { $.length(): 1 } } }
                  - { call: shop.v1.Orders/Place, name: extraction, extract: { x: { json: $.none } } }
                  - { call: shop.v1.Orders/Place, name: value, message: { name: "${x}" } }
                  - { set: { word: three } }
                  - { call: shop.v1.Orders/Place, name: number, message: { number: "${word}" } }
                """;
        List<String> reasons = new ArrayList<>();
        try (UnscheduledUser user = GrpcUser.of(GrpcUser.parameters(server, scenario))) {
            user.unit(0).forEach((name, outcome) -> reasons.add(name + " " + outcome.reason()));
        }
        assertThat(reasons)
                .containsExactly(
                        "status status-not-found",
                        "refused gone",
                        "expected ",
                        "json check-json",
                        "metadata check-metadata",
                        "messages check-messages",
                        "large status-resource-exhausted",
                        "extraction extraction",
                        "value no-value",
                        "number invalid-message");
    }

    @Test
    void deadlinesAndLostConnectionsAreReported() throws Exception {
        try (OrderServer stalled = new OrderServer(false, InsecureServerCredentials.create());
                UnscheduledUser user = GrpcUser.of(
                        GrpcUser.parameters(stalled, "steps: [{ call: shop.v1.Orders/Place, deadline: 1s }]"))) {
            AutoCloseable stall = stalled.stall();
            assertThat(user.unit(0).get("orders-place").reason()).isEqualTo("status-deadline-exceeded");
            stall.close();
            assertThat(user.unit(1)).containsEntry("orders-place", Outcome.ok());
            stalled.end();
            Outcome afterLoss = user.unit(2).get("orders-place");
            assertThat(afterLoss.connectionLost()).isTrue();
            assertThat(afterLoss.reason()).isEqualTo("status-unavailable");
            assertThatThrownBy(user::connect).hasMessageContaining("Connection refused");
        }
    }

    @Test
    void problemsAreLocated() {
        String scenario = """
                steps:
                  - { call: shop.v1.Orders/Nothing }
                  - { call: shop.v1.Orders/Place, name: fields, message: { nam: a, items: [{ amount: 1 }, { amnt: 1 }], by_name: { x: { prise: 1 } } } }
                  - { call: shop.v1.Orders/Place, name: value, message: { state: OLD } }
                  - { call: shop.v1.Orders/Place, name: several, messages: [{}] }
                """;
        GrpcWorkload workload = new GrpcWorkload();
        GrpcParameters parameters = GrpcUser.parameters(server, scenario);
        assertThat(workload.check(parameters)).isEmpty();
        assertThat(workload.checkFiles(parameters, OrderServer.PROTOS))
                .extracting(Finding::parameter)
                .containsExactly(
                        "scenario.steps[0].call",
                        "scenario.steps[1].message.nam",
                        "scenario.steps[1].message.items[1].amnt",
                        "scenario.steps[1].message.by_name.x.prise",
                        "scenario.steps[2].message",
                        "scenario.steps[3].messages");
        assertThat(workload.checkFiles(parameters, Map.of("shop.proto", "syntax = \"proto3\";\nmesage X {}")))
                .singleElement()
                .satisfies(finding ->
                        assertThat(finding.toString()).contains("shop.proto").contains("2:1"));
        assertThat(workload.checkFiles(
                        GrpcUser.parameters(server.address(), scenario, List.of("shop.proto"), false, false),
                        OrderServer.PROTOS))
                .singleElement()
                .satisfies(finding -> assertThat(finding.toString()).contains("'types/item.proto' is imported"));
        String keys = """
                steps:
                  - { call: Place, mesage: {}, metadata: { "A B": 1 }, check: { status: FINE, json: { id: 1 } } }
                """;
        assertThat(workload.check(GrpcUser.parameters("nowhere", keys, List.of(), false, true)))
                .extracting(Finding::parameter)
                .contains("address", "anyCertificate", "scenario.steps[0].call", "scenario.steps[0].mesage")
                .contains("scenario.steps[0].check.status", "scenario.steps[0].check.json.id");
    }

    @Test
    void circularImportsAreReported() {
        String file = "syntax = \"proto3\"; import \"%s\"; message %s { string a = 1; }";
        GrpcParameters parameters = GrpcUser.parameters(
                server.address(),
                "steps: [{ call: shop.v1.Orders/Place }]",
                List.of("a.proto", "b.proto"),
                false,
                false);
        assertThat(new GrpcWorkload()
                        .checkFiles(
                                parameters,
                                Map.of(
                                        "a.proto",
                                        file.formatted("b.proto", "A"),
                                        "b.proto",
                                        file.formatted("a.proto", "B"))))
                .singleElement()
                .asString()
                .contains("a.proto")
                .contains("b.proto");
    }

    @Test
    void encryptedCallsTrustOnlyKnownCertificates(@TempDir Path folder) throws Exception {
        ServerCertificate certificate = ServerCertificate.in(folder);
        try (OrderServer encrypted = new OrderServer(
                true,
                TlsServerCredentials.newBuilder()
                        .keyManager(
                                certificate.certificate().toFile(),
                                certificate.key().toFile())
                        .trustManager(certificate.authority().toFile())
                        .clientAuth(TlsServerCredentials.ClientAuth.OPTIONAL)
                        .build())) {
            GrpcParameters trustingAny = GrpcUser.parameters(encrypted.address(), CALLS, List.of(), true, true);
            try (UnscheduledUser user = GrpcUser.of(trustingAny)) {
                assertThat(user.unit(0).values()).allMatch(Outcome.ok()::equals);
            }
            assertThat(encrypted.clients()).isEmpty();
            assertThatThrownBy(
                            () -> GrpcUser.of(GrpcUser.parameters(encrypted.address(), CALLS, List.of(), true, false)))
                    .hasMessageContaining("certification path");
            String authority = certificate.authority().toString();
            String clientCertificate = certificate.certificate().toString();
            try (UnscheduledUser user = GrpcUser.of(GrpcUser.trusting(
                    trustingAny, authority, clientCertificate, certificate.key().toString()))) {
                assertThat(user.unit(0).values()).allMatch(Outcome.ok()::equals);
            }
            assertThat(encrypted.clients()).contains("CN=localhost");
            assertThatThrownBy(
                            () -> GrpcUser.of(GrpcUser.trusting(trustingAny, authority, clientCertificate, "none.pem")))
                    .hasMessage("the file none.pem of the client certificate does not exist");
            assertThatThrownBy(() -> GrpcUser.of(GrpcUser.trusting(trustingAny, "none.pem", "", "")))
                    .hasMessageContaining("none.pem");
        }
        try (OrderServer demanding = new OrderServer(
                true,
                TlsServerCredentials.newBuilder()
                        .keyManager(
                                certificate.certificate().toFile(),
                                certificate.key().toFile())
                        .trustManager(certificate.authority().toFile())
                        .clientAuth(TlsServerCredentials.ClientAuth.REQUIRE)
                        .build())) {
            assertThatThrownBy(
                            () -> GrpcUser.of(GrpcUser.parameters(demanding.address(), CALLS, List.of(), true, true)))
                    .hasMessageContaining("the server requires a client certificate issued by CN=Plateau")
                    .hasMessageContaining("set 'clientCertificate'");
        }
    }

    @Test
    void nonTextMetadataIsRefused() throws Exception {
        String scenario = """
                start: [{ set: { line: "a\\nb" } }, { call: shop.v1.Orders/Place }]
                steps:
                  - { call: shop.v1.Orders/Place, name: two-lines, metadata: { x-trace: "${line}" } }
                """;
        try (UnscheduledUser user = GrpcUser.of(GrpcUser.parameters(server, scenario))) {
            assertThat(user.reasons(0)).containsExactly("metadata");
        }
        String wrong = """
                steps: [{ call: shop.v1.Orders/Place, metadata: { x-bin: "?", x: "\u00e4", "A B": 1 } }]
                """;
        assertThat(new GrpcWorkload().check(GrpcUser.parameters(server, wrong)))
                .extracting(Finding::parameter)
                .containsExactly(
                        "scenario.steps[0].metadata.x-bin",
                        "scenario.steps[0].metadata.x",
                        "scenario.steps[0].metadata");
    }
}
