// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.plateaubench.api.Finding;
import org.plateaubench.spi.SutContext.Mode;

class RedisServiceKeysTest {
    static Stream<Arguments> wrong() {
        return Stream.of(
                Arguments.of(Mode.EMBEDDED, Given.external("cache.lab:6379"), "address", "belongs to mode external"),
                Arguments.of(Mode.EMBEDDED, Given.embedded().with("user", "bench"), "user", "belongs to mode external"),
                Arguments.of(Mode.EMBEDDED, Given.embedded().with("tls", true), "tls", "belongs to mode external"),
                Arguments.of(
                        Mode.EMBEDDED,
                        Given.embedded().with("instances", 2).with("cluster", true),
                        "cluster",
                        "three nodes"),
                Arguments.of(
                        Mode.EMBEDDED,
                        Given.embedded()
                                .with("instances", 3)
                                .with("cluster", true)
                                .with("twemproxy", 1)
                                .with("haproxy", false),
                        "cluster",
                        "do not support a Redis Cluster"),
                Arguments.of(
                        Mode.EMBEDDED,
                        Given.embedded()
                                .with("instances", 2)
                                .with("twemproxy", 0)
                                .with("haproxy", true),
                        "haproxy",
                        "do not hold the same keys"),
                Arguments.of(
                        Mode.EMBEDDED,
                        Given.embedded()
                                .with("twemproxy", 1)
                                .with("haproxy", false)
                                .with("protocol", 3),
                        "protocol",
                        "protocol 2"),
                Arguments.of(
                        Mode.EMBEDDED,
                        Given.embedded()
                                .with("twemproxy", 1)
                                .with("haproxy", false)
                                .with("database", 1),
                        "database",
                        "database 0"),
                Arguments.of(
                        Mode.EMBEDDED,
                        Given.embedded().with("maxMemory", "much").with("eviction", "noeviction"),
                        "maxMemory",
                        "not an amount of memory"),
                Arguments.of(
                        Mode.EMBEDDED,
                        Given.embedded().with("settings", Map.of("port", "1")),
                        "settings",
                        "'port' is set"),
                Arguments.of(
                        Mode.EMBEDDED,
                        Given.embedded().with("settings", Map.of("hz", "1\nport 2")),
                        "settings",
                        "of one line"),
                Arguments.of(
                        Mode.EMBEDDED,
                        Given.embedded().with("settings", Map.of("hz 1", "")),
                        "settings",
                        "of one line"),
                Arguments.of(
                        Mode.EMBEDDED,
                        Given.embedded().with("password", "a\nport 2"),
                        "password",
                        "more than one line"),
                Arguments.of(Mode.EXTERNAL, Given.embedded(), "address", "needs an address"),
                Arguments.of(Mode.EXTERNAL, Given.external("cache.lab"), "address", "not of the form host:port"),
                Arguments.of(Mode.EXTERNAL, Given.external("cache.lab:65536"), "address", "not of the form host:port"),
                Arguments.of(Mode.EXTERNAL, Given.external("a:1").with("instances", 2), "instances", "mode embedded"),
                Arguments.of(
                        Mode.EXTERNAL,
                        Given.external("a:1").with("servers", List.of("b:2")),
                        "servers",
                        "Only proxies"),
                Arguments.of(
                        Mode.EXTERNAL,
                        Given.external("a:1").with("proxy", true).with("servers", List.of("b")),
                        "servers",
                        "not of the form host:port"),
                Arguments.of(
                        Mode.EXTERNAL,
                        Given.external("a:1").with("proxy", true).with("cluster", true),
                        "cluster",
                        "hides"),
                Arguments.of(Mode.EXTERNAL, Given.external("a:1").with("trust", "ca.pem"), "trust", "are for TLS"),
                Arguments.of(
                        Mode.EXTERNAL,
                        Given.external("a:1").with("clientCertificate", "own.pem"),
                        "clientCertificate",
                        "is for TLS"),
                Arguments.of(
                        Mode.EXTERNAL,
                        Given.external("a:1").with("tls", true).with("clientKey", "own.key"),
                        "clientKey",
                        "no effect"),
                Arguments.of(Mode.EXTERNAL, Given.external("a:1").with("user", "bench"), "user", "needs a password"));
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
                        Given.embedded()
                                .with("instances", 8)
                                .with("twemproxy", 8)
                                .with("haproxy", true)
                                .with("password", "p")),
                Arguments.of(
                        Mode.EMBEDDED,
                        Given.embedded()
                                .with("instances", 3)
                                .with("cluster", true)
                                .with("protocol", 3)),
                Arguments.of(
                        Mode.EMBEDDED,
                        Given.embedded().with("maxMemory", "512mb").with("eviction", "allkeys-lfu")),
                Arguments.of(
                        Mode.EXTERNAL,
                        Given.external("cache.lab:6379", "[::1]:6379").with("database", 3)),
                Arguments.of(Mode.EXTERNAL, Given.external("${env:CACHE}").with("cluster", true)),
                Arguments.of(
                        Mode.EXTERNAL,
                        Given.external("a:1").with("proxy", true).with("servers", List.of("b:2", "c:3"))),
                Arguments.of(
                        Mode.EXTERNAL,
                        Given.external("a:1")
                                .with("user", "u")
                                .with("password", "p")
                                .with("tls", true)
                                .with("trust", "ca.pem")));
    }

    @ParameterizedTest
    @MethodSource
    void right(Mode mode, Given given) {
        assertThat(given.parameters().check(mode)).isEmpty();
    }
}
