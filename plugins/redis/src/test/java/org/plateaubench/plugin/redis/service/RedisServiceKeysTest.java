// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.redis.service.RedisServiceParameters.Eviction;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.spi.SutContext.Mode;

class RedisServiceKeysTest {
    static Stream<Arguments> wrong() {
        return Stream.of(
                Arguments.of(Mode.EMBEDDED, Given.external("cache.lab:6379"), "address", "belongs to mode external"),
                Arguments.of(Mode.EMBEDDED, Given.embedded().user("bench"), "user", "belongs to mode external"),
                Arguments.of(Mode.EMBEDDED, Given.embedded().tls(""), "tls", "belongs to mode external"),
                Arguments.of(Mode.EMBEDDED, Given.embedded().instances(2).cluster(), "cluster", "three nodes"),
                Arguments.of(
                        Mode.EMBEDDED,
                        Given.embedded().instances(3).cluster().proxies(1, false),
                        "cluster",
                        "do not support a Redis Cluster"),
                Arguments.of(
                        Mode.EMBEDDED,
                        Given.embedded().instances(2).proxies(0, true),
                        "haproxy",
                        "do not hold the same keys"),
                Arguments.of(Mode.EMBEDDED, Given.embedded().proxies(1, false).protocol(3), "protocol", "protocol 2"),
                Arguments.of(Mode.EMBEDDED, Given.embedded().proxies(1, false).database(1), "database", "database 0"),
                Arguments.of(
                        Mode.EMBEDDED,
                        Given.embedded().memory("much", Eviction.NOEVICTION),
                        "maxMemory",
                        "not an amount of memory"),
                Arguments.of(
                        Mode.EMBEDDED, Given.embedded().settings(Map.of("port", "1")), "settings", "'port' is set"),
                Arguments.of(
                        Mode.EMBEDDED, Given.embedded().settings(Map.of("hz", "1\nport 2")), "settings", "of one line"),
                Arguments.of(Mode.EMBEDDED, Given.embedded().settings(Map.of("hz 1", "")), "settings", "of one line"),
                Arguments.of(Mode.EMBEDDED, Given.embedded().password("a\nport 2"), "password", "more than one line"),
                Arguments.of(Mode.EXTERNAL, Given.embedded(), "address", "needs an address"),
                Arguments.of(Mode.EXTERNAL, Given.external("cache.lab"), "address", "not of the form host:port"),
                Arguments.of(Mode.EXTERNAL, Given.external("cache.lab:65536"), "address", "not of the form host:port"),
                Arguments.of(Mode.EXTERNAL, Given.external("a:1").instances(2), "instances", "mode embedded"),
                Arguments.of(Mode.EXTERNAL, Given.external("a:1").servers("b:2"), "servers", "Only proxies"),
                Arguments.of(
                        Mode.EXTERNAL, Given.external("a:1").proxyBefore("b"), "servers", "not of the form host:port"),
                Arguments.of(Mode.EXTERNAL, Given.external("a:1").proxyBefore().cluster(), "cluster", "hides"),
                Arguments.of(Mode.EXTERNAL, Given.external("a:1").trust("ca.pem"), "trust", "are for TLS"),
                Arguments.of(
                        Mode.EXTERNAL,
                        Given.external("a:1").certificate(new ClientCertificate("own.pem", "", "")),
                        "clientCertificate",
                        "is for TLS"),
                Arguments.of(
                        Mode.EXTERNAL,
                        Given.external("a:1").tls("").certificate(new ClientCertificate("", "own.key", "")),
                        "clientKey",
                        "no effect"),
                Arguments.of(Mode.EXTERNAL, Given.external("a:1").user("bench"), "user", "needs a password"));
    }

    @ParameterizedTest
    @MethodSource
    void wrong(Mode mode, Given given, String key, String words) {
        assertThat(given.parameters().check(mode))
                .filteredOn(finding -> finding.parameter().equals(key))
                .extracting(Finding::message)
                .anyMatch(message -> message.contains(words));
    }

    static Stream<Arguments> right() {
        return Stream.of(
                Arguments.of(Mode.EMBEDDED, Given.embedded()),
                Arguments.of(
                        Mode.EMBEDDED,
                        Given.embedded().instances(8).proxies(8, true).password("p")),
                Arguments.of(
                        Mode.EMBEDDED, Given.embedded().instances(3).cluster().protocol(3)),
                Arguments.of(Mode.EMBEDDED, Given.embedded().memory("512mb", Eviction.ALLKEYS_LFU)),
                Arguments.of(
                        Mode.EXTERNAL,
                        Given.external("cache.lab:6379", "[::1]:6379").database(3)),
                Arguments.of(Mode.EXTERNAL, Given.external("${env:CACHE}").cluster()),
                Arguments.of(Mode.EXTERNAL, Given.external("a:1").proxyBefore("b:2", "c:3")),
                Arguments.of(
                        Mode.EXTERNAL,
                        Given.external("a:1").user("u").password("p").tls("ca.pem")));
    }

    @ParameterizedTest
    @MethodSource
    void right(Mode mode, Given given) {
        assertThat(given.parameters().check(mode)).isEmpty();
    }
}
