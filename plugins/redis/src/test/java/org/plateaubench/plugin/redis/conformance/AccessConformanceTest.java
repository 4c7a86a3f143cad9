// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.plugin.redis.conformance.Outcomes.assertRefused;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.service.TestRedis;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.ServerCertificate;

/** Authentication and TLS. */
@Timeout(60)
class AccessConformanceTest {
    private static final String PASSWORD = "right \"word\" ü";

    private static TestRedis guarded;
    private static TestRedis encrypted;

    @BeforeAll
    static void start() throws Exception {
        guarded = TestRedis.withPassword(PASSWORD);
        guarded.execute("ACL", "SETUSER", "reader", "on", ">reading", "~*", "+get", "+select", "+ping");
        encrypted = TestRedis.withTls();
    }

    @AfterAll
    static void stop() throws Exception {
        guarded.close();
        encrypted.close();
    }

    private static TestSetting guarded(String user, String password, int protocol) {
        return TestSetting.at(TestRedis.with(guarded.address(), user, password, 0, protocol));
    }

    @ParameterizedTest
    @CsvSource({"JEDIS,2", "JEDIS,3", "LOOP,2", "LOOP,3"})
    void loginNeedsTheRightPassword(TestClient client, int protocol) throws Exception {
        try (TestUser user = client.connected(guarded("", PASSWORD, protocol))) {
            assertThat(user.execute(RedisOperation.SET, 1)).isEqualTo(Outcome.ok());
        }
        try (TestUser user = client.user(guarded("", "wrong", protocol), 0)) {
            assertRefused(user.connect(), "WRONGPASS");
        }
        try (TestUser user = client.user(guarded("", "", protocol), 0)) {
            assertRefused(user.connect(), "NOAUTH");
        }
        try (TestUser user = client.user(guarded("nobody", "reading", protocol), 0)) {
            assertRefused(user.connect(), "WRONGPASS");
        }
    }

    /** A server without HELLO repeats the command in its error message, which includes the password. */
    @ParameterizedTest
    @EnumSource
    void passwordIsNotPrintedIfServerRejectsHello(TestClient client) throws Exception {
        try (TestRedis old = TestRedis.withPassword("dontTell", "rename-command HELLO \"\"");
                TestUser user = client.user(TestSetting.at(TestRedis.with(old.address(), "", "dontTell", 0, 3)), 0)) {
            Outcome outcome = user.connect();
            assertRefused(outcome, "unknown command 'HELLO'");
            assertThat(outcome.message()).doesNotContain("dontTell");
        }
    }

    /** Small values: many commands in one TLS record. Large values: many records, more than the socket buffers hold. */
    @ParameterizedTest
    @CsvSource({"JEDIS,1-300,500", "JEDIS,1500000,12", "LOOP,1-300,500", "LOOP,1500000,12"})
    void encryptedConnectionCarriesSmallAndLargeValues(TestClient client, String sizes, int keys) throws Exception {
        TestSetting setting = TestSetting.at(encrypted.tlsAddress()).withSizes(sizes);
        try (TestUser user = client.connected(setting)) {
            for (RedisOperation operation : List.of(RedisOperation.SET, RedisOperation.GET)) {
                List<TestCall> calls = LongStream.range(0, keys)
                        .mapToObj(key -> new TestCall(operation, key))
                        .toList();
                assertThat(user.execute(calls)).allMatch(outcome -> outcome.equals(Outcome.ok()));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void untrustedCertificateIsRefused(TestClient client) throws Exception {
        RedisAddress unknown = TestRedis.encrypted(encrypted.tlsAddress(), "", ClientCertificate.NONE);
        try (TestUser user = client.user(TestSetting.at(unknown), 0)) {
            assertRefused(user.connect(), "certification path");
        }
    }

    /** A server with the default setting of {@code tls-auth-clients} requires a client certificate. */
    @ParameterizedTest
    @EnumSource
    void clientCertificateIsPresentedOnDemand(TestClient client, @TempDir Path folder) throws Exception {
        try (TestRedis server = TestRedis.withTls("tls-auth-clients yes")) {
            RedisAddress address = server.tlsAddress();
            try (TestUser user = client.connected(TestSetting.at(presenting(address, server.certificate())))) {
                assertThat(user.execute(RedisOperation.SET, 1)).isEqualTo(Outcome.ok());
            }
            String requirement = "the server requires a client certificate, and ";
            try (TestUser user = client.user(TestSetting.at(address), 0)) {
                assertRefused(user.connect(), requirement + "none is given (set 'clientCertificate'");
            }
            RedisAddress untrusted = presenting(address, ServerCertificate.in(folder));
            try (TestUser user = client.user(TestSetting.at(untrusted), 0)) {
                assertRefused(user.connect(), requirement + "the given one is of CN=localhost");
            }
        }
    }

    private static RedisAddress presenting(RedisAddress address, ServerCertificate own) {
        ClientCertificate certificate =
                new ClientCertificate(own.certificate().toString(), own.key().toString(), "");
        return TestRedis.encrypted(address, address.trust(), certificate);
    }
}
