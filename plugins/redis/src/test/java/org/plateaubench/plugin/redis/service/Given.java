// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.plateaubench.plugin.redis.service.RedisServiceParameters.Eviction;
import org.plateaubench.plugin.redis.service.RedisServiceParameters.Persistence;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutContext.Mode;
import org.plateaubench.spi.SutService;

/** Keys of a SUT, all at their defaults but those that are named. */
final class Given {
    private int instances = 1;
    private boolean cluster;
    private Persistence persistence = Persistence.NONE;
    private String maxMemory = "";
    private Eviction eviction = Eviction.NOEVICTION;
    private Map<String, String> settings = Map.of();
    private int port;
    private String server = "";
    private int twemproxy;
    private boolean haproxy;
    private List<String> address = List.of();
    private boolean proxy;
    private List<String> servers = List.of();
    private String user = "";
    private String password = "";
    private boolean tls;
    private String trust = "";
    private ClientCertificate certificate = ClientCertificate.NONE;
    private int database;
    private int protocol = 2;

    private Given() {}

    static Given embedded() {
        return new Given();
    }

    static Given external(String... address) {
        Given given = new Given();
        given.address = List.of(address);
        return given;
    }

    Given instances(int count) {
        instances = count;
        return this;
    }

    Given cluster() {
        cluster = true;
        return this;
    }

    Given persistence(Persistence persistence) {
        this.persistence = persistence;
        return this;
    }

    Given memory(String bound, Eviction policy) {
        maxMemory = bound;
        eviction = policy;
        return this;
    }

    Given settings(Map<String, String> settings) {
        this.settings = settings;
        return this;
    }

    Given port(int port) {
        this.port = port;
        return this;
    }

    Given server(String program) {
        server = program;
        return this;
    }

    Given proxies(int twemproxies, boolean withHaproxy) {
        twemproxy = twemproxies;
        haproxy = withHaproxy;
        return this;
    }

    Given proxyBefore(String... servers) {
        proxy = true;
        this.servers = List.of(servers);
        return this;
    }

    Given servers(String... servers) {
        this.servers = List.of(servers);
        return this;
    }

    Given user(String name) {
        user = name;
        return this;
    }

    Given password(String word) {
        password = word;
        return this;
    }

    Given tls(String trust) {
        tls = true;
        this.trust = trust;
        return this;
    }

    Given trust(String file) {
        trust = file;
        return this;
    }

    Given certificate(ClientCertificate certificate) {
        this.certificate = certificate;
        return this;
    }

    Given database(int number) {
        database = number;
        return this;
    }

    Given protocol(int version) {
        protocol = version;
        return this;
    }

    RedisServiceParameters parameters() {
        return new RedisServiceParameters(
                instances,
                cluster,
                persistence,
                maxMemory,
                eviction,
                settings,
                port,
                server,
                twemproxy,
                haproxy,
                address,
                proxy,
                servers,
                user,
                password,
                tls,
                trust,
                certificate,
                database,
                protocol);
    }

    /** The embedded SUT of these keys, called {@code cache}. */
    static SutService service(RedisServiceParameters parameters, Path folder) {
        return service(Mode.EMBEDDED, parameters, folder);
    }

    /** The SUT of these keys, called {@code cache}. */
    static SutService service(Mode mode, RedisServiceParameters parameters, Path folder) {
        return new RedisServiceType().create(new SutContext<>("cache", mode, parameters, folder));
    }
}
