// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.Finding;
import org.plateaubench.spi.SutContext.Mode;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class RedisServiceKeysTest {
    private static RedisServiceParameters parameters(String keys) {
        Given given = Given.embedded();
        for (Map.Entry<?, ?> key :
                ((Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString("{" + keys + "}")).entrySet()) {
            given = given.with(key.getKey().toString(), key.getValue());
        }
        return given.parameters();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            EMBEDDED | address: ["cache.lab:6379"]                | address           | belongs to mode external
            EMBEDDED | user: bench                                | user              | belongs to mode external
            EMBEDDED | tls: true                                  | tls               | belongs to mode external
            EMBEDDED | instances: 2, cluster: true                | cluster           | three nodes
            EMBEDDED | instances: 3, cluster: true, twemproxy: 1  | cluster           | do not support a Redis Cluster
            EMBEDDED | instances: 2, haproxy: true                | haproxy           | do not hold the same keys
            EMBEDDED | twemproxy: 1, protocol: 3                  | protocol          | protocol 2
            EMBEDDED | twemproxy: 1, database: 1                  | database          | database 0
            EMBEDDED | maxMemory: much                            | maxMemory         | not an amount of memory
            EMBEDDED | settings: { port: "1" }                    | settings          | 'port' is set
            EMBEDDED | settings: { hz: "1\\nport 2" }             | settings          | of one line
            EMBEDDED | settings: { "hz 1": "" }                   | settings          | of one line
            EMBEDDED | password: "a\\nport 2"                     | password          | more than one line
            EXTERNAL | ``                                         | address           | needs an address
            EXTERNAL | address: [cache.lab]                       | address           | not of the form host:port
            EXTERNAL | address: ["cache.lab:65536"]               | address           | not of the form host:port
            EXTERNAL | address: ["a:1"], instances: 2             | instances         | mode embedded
            EXTERNAL | address: ["a:1"], servers: ["b:2"]         | servers           | Only proxies
            EXTERNAL | address: ["a:1"], proxy: true, servers: [b] | servers          | not of the form host:port
            EXTERNAL | address: ["a:1"], proxy: true, cluster: true | cluster         | hides
            EXTERNAL | address: ["a:1"], trust: ca.pem            | trust             | are for TLS
            EXTERNAL | address: ["a:1"], clientCertificate: own.pem | clientCertificate | requires TLS
            EXTERNAL | address: ["a:1"], tls: true, clientKey: own.key | clientKey    | no effect
            EXTERNAL | address: ["a:1"], user: bench              | user              | needs a password
            """)
    void wrongKeysAreReported(Mode mode, String keys, String key, String words) {
        assertThat(parameters(keys).check(mode))
                .filteredOn(finding -> finding.parameter().equals(key))
                .extracting(Finding::message)
                .anyMatch(message -> message.contains(words));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            EMBEDDED | ``
            EMBEDDED | instances: 8, twemproxy: 8, haproxy: true, password: p
            EMBEDDED | instances: 3, cluster: true, protocol: 3
            EMBEDDED | maxMemory: 512mb, eviction: allkeys-lfu
            EXTERNAL | address: ["cache.lab:6379", "[::1]:6379"], database: 3
            EXTERNAL | address: ["${env:CACHE}"], cluster: true
            EXTERNAL | address: ["a:1"], proxy: true, servers: ["b:2", "c:3"]
            EXTERNAL | address: ["a:1"], user: u, password: p, tls: true, trust: ca.pem
            """)
    void validKeysAreAccepted(Mode mode, String keys) {
        assertThat(parameters(keys).check(mode)).isEmpty();
    }
}
