// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.redis.service.RedisServiceParameters.Eviction;
import org.plateaubench.plugin.redis.service.RedisServiceParameters.Persistence;
import org.plateaubench.process.ModeKeys;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutServiceType;

/** The rules between the keys of a SUT. */
record RedisServiceKeys(RedisServiceParameters given) {
    private static final Pattern ENDPOINT = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^\\s:,\\[\\]]+):([0-9]{1,5})");
    private static final Pattern MEMORY = Pattern.compile("[0-9]{1,15}([kmg]b?)?", Pattern.CASE_INSENSITIVE);
    private static final Pattern DIRECTIVE = Pattern.compile("[a-z][a-z0-9-]*");
    private static final int GREATEST_PORT = 65_535;

    /** Directives that have a separate key, or that connect the servers to the harness. */
    private static final Set<String> OURS = Set.of(
            "appendfsync",
            "appendonly",
            "bind",
            "cluster-config-file",
            "cluster-enabled",
            "daemonize",
            "dir",
            "include",
            "logfile",
            "maxmemory",
            "maxmemory-policy",
            "pidfile",
            "port",
            "requirepass",
            "save",
            "supervised");

    List<Finding> check(SutContext.Mode mode) {
        List<Finding> findings = keys(mode).problems();
        switch (mode) {
            case EMBEDDED -> {
                checkServers(findings);
                checkProxies(findings);
            }
            case EXTERNAL -> checkAddress(findings);
        }
        if (given.database() > 0 && (given.cluster() || behindProxy())) {
            findings.add(Finding.problem("A cluster or a proxy has only database 0.", "Take 'database' out.")
                    .about("database"));
        }
        return findings;
    }

    private boolean behindProxy() {
        return given.proxy() || given.twemproxy() > 0 || given.haproxy();
    }

    private ModeKeys keys(SutContext.Mode mode) {
        return new ModeKeys(mode)
                .external("address", !given.address().isEmpty())
                .external("proxy", given.proxy())
                .external("servers", !given.servers().isEmpty())
                .external("user", !given.user().isEmpty())
                .external("tls", given.tls())
                .external("trust", !given.trust().isEmpty())
                .embedded("instances", given.instances() != 1)
                .embedded("persistence", given.persistence() != Persistence.NONE)
                .embedded("maxMemory", !given.maxMemory().isEmpty())
                .embedded("eviction", given.eviction() != Eviction.NOEVICTION)
                .embedded("settings", !given.settings().isEmpty())
                .embedded("port", given.port() != 0)
                .embedded("server", !given.server().isEmpty())
                .embedded("twemproxy", given.twemproxy() != 0)
                .embedded("haproxy", given.haproxy());
    }

    private void checkServers(List<Finding> findings) {
        if (given.cluster() && given.instances() < 3) {
            findings.add(Finding.problem("A cluster needs three nodes or more.", "Set 'instances' to 3 or more.")
                    .about("cluster"));
        }
        if (!SutServiceType.isReference(given.maxMemory())
                && !given.maxMemory().isEmpty()
                && !MEMORY.matcher(given.maxMemory()).matches()) {
            findings.add(Finding.problem("The value is not an amount of memory.", "Write it as 512mb or 2gb.")
                    .about("maxMemory"));
        }
        given.settings().forEach((name, value) -> {
            if (OURS.contains(name.toLowerCase(Locale.ROOT))) {
                findings.add(Finding.problem("'" + name + "' is set by a key of the SUT or by the harness.", "")
                        .about("settings"));
            } else if (!DIRECTIVE.matcher(name).matches() || value.lines().count() > 1) {
                findings.add(Finding.problem("'" + name + "' is not a directive of one line.", "")
                        .about("settings"));
            }
        });
        if (given.password().lines().count() > 1) {
            findings.add(
                    Finding.problem("The password has more than one line.", "").about("password"));
        }
    }

    private void checkProxies(List<Finding> findings) {
        if (!behindProxy()) {
            return;
        }
        if (given.cluster()) {
            findings.add(Finding.problem("Twemproxy and HAProxy do not support a Redis Cluster.", "Take one out.")
                    .about("cluster"));
        }
        if (given.protocol() == 3) {
            findings.add(Finding.problem("Twemproxy and HAProxy support only protocol 2.", "Take 'protocol' out.")
                    .about("protocol"));
        }
        if (given.haproxy() && given.twemproxy() == 0 && given.instances() > 1) {
            findings.add(Finding.problem(
                            "HAProxy alone would pass connections to any of " + given.instances()
                                    + " servers, which do not hold the same keys.",
                            "Set 'twemproxy' to 1 or more.")
                    .about("haproxy"));
        }
    }

    private void checkAddress(List<Finding> findings) {
        if (given.address().isEmpty()) {
            findings.add(Finding.problem("An external SUT needs an address.", "Write it as [\"cache.lab:6379\"].")
                    .about("address"));
        }
        checkEndpoints(findings, "address", given.address());
        checkEndpoints(findings, "servers", given.servers());
        if (!given.proxy() && !given.servers().isEmpty()) {
            findings.add(Finding.problem("Only proxies have servers behind them.", "Set 'proxy: true' or take it out.")
                    .about("servers"));
        }
        if (given.proxy() && given.cluster()) {
            findings.add(Finding.problem(
                            "A proxy hides the cluster behind it: clients speak to the proxy alone.",
                            "Take 'cluster' or 'proxy' out.")
                    .about("cluster"));
        }
        if (!given.trust().isEmpty() && !given.tls()) {
            findings.add(Finding.problem("Trusted certificates are for TLS.", "Set 'tls: true' or take it out.")
                    .about("trust"));
        }
        if (!given.user().isEmpty() && given.password().isEmpty()) {
            findings.add(Finding.problem("A user needs a password.", "Add 'password'.")
                    .about("user"));
        }
    }

    private static void checkEndpoints(List<Finding> findings, String key, List<String> endpoints) {
        for (String endpoint : endpoints) {
            if (SutServiceType.isReference(endpoint)) {
                continue; // Checked once the reference is resolved.
            }
            Matcher parts = ENDPOINT.matcher(endpoint);
            if (!parts.matches() || Integer.parseInt(parts.group(2)) > GREATEST_PORT) {
                findings.add(Finding.problem("'" + endpoint + "' is not of the form host:port.", "")
                        .about(key));
            }
        }
    }
}
