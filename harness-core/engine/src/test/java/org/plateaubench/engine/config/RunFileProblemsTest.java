// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.engine.TestRuns;

/** Each case replaces one piece of a valid file and expects the problem with its place. */
final class RunFileProblemsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            seed: 42               | sed: 42                    | run.yaml:1:21: run.sed: unknown key, did you mean 'seed'?
            seed: 42               | seed: many                 | run.yaml:1:27: run.seed: must be a whole number from 0 to 9007199254740991, found 'many'
            seed: 42               | seed: "42"                 | run.yaml:1:27: run.seed: must be a whole number from 0 to 9007199254740991, found text '42'
            seed: 42               | seed: [1]                  | run.yaml:1:27: run.seed: must be a whole number from 0 to 9007199254740991, found a list
            name: trial            | name: Trial 1              | run.yaml:1:14: run.name: must start with a lowercase letter and hold only letters, digits and hyphens, found 'Trial 1'
            name: trial,           | description: x,            | run.yaml:1:6: run: needs the key 'name', a name
            seed: 42               | class: official            | run.yaml:1:28: run.class: must be one of dev, modified, standard, found 'official'
            phases:                | pases:                     | run.yaml:2:1: pases: unknown key, did you mean 'phases'?
            steady: 5m             | steady: 5 minutes          | run.yaml:4:11: phases.steady: must be a duration (a number and one of ns, us, ms, s, m, h, such as 500ms, 30s, 5m or 1h), found '5 minutes'
            steady: 5m             | steady: 0s                 | run.yaml:4:11: phases.steady: must be above zero
            steady: 5m             | steady: 2000h              | run.yaml:4:11: phases.steady: must be at most 1000h, found '2000h'
            steady: 5m             | steady:                    | run.yaml:4:10: phases.steady: must be a duration (a number and one of ns, us, ms, s, m, h, such as 500ms, 30s, 5m or 1h), found nothing
            rampUp: 30s            | rampUp: -1s                | run.yaml:3:11: phases.rampUp: must be a duration (a number and one of ns, us, ms, s, m, h, such as 500ms, 30s, 5m or 1h), found '-1s'
            suts:                  | tiles: 0\\nsuts:            | run.yaml:6:8: tiles: must be a whole number from 1 to 1000, found '0'
            suts:                  | tiles: {every: 1s}\\nsuts: | run.yaml:6:8: tiles: needs the key 'count', the number of tiles
            suts:                  | tiles: {count: 4, every: 10s}\\nsuts: | run.yaml:6:26: tiles.every: the last of 4 tiles would start after 30s, which must be before rampUp ends after 30s: make rampUp longer or every shorter
            seed: 42               | interval: 1500ms           | run.yaml:1:31: run.interval: must be whole seconds, at most 1m, found '1500ms'
            seed: 42               | interval: 2m               | run.yaml:1:31: run.interval: must be whole seconds, at most 1m, found '2m'
            suts:                  | periods: 3\\nsuts:          | run.yaml:6:10: periods: must be a mapping, found '3'
            suts:                  | periods: {count: 0}\\nsuts: | run.yaml:6:18: periods.count: must be a whole number from 1 to 100, found '0'
            suts:                  | periods: {number: 3}\\nsuts: | run.yaml:6:10: periods: needs the key 'count', the number of equal periods
            seed: 42               | seed: 1, interval: 1m}\\nperiods: {count: 6  | run.yaml:2:10: periods: period p1 would last 50s, less than an interval of 1m
            suts:                  | rig: {agents: [a]}\\nsuts: | run.yaml:6:16: rig.agents[0]: must be a mapping, found 'a'
            suts:                  | rig: {agents: 0}\\nsuts:  | run.yaml:6:15: rig.agents: must be a whole number from 1 to 64, found '0'
            suts:                  | rig: {agents: {a: 1}}\\nsuts: | run.yaml:6:15: rig.agents: must be a whole number from 1 to 64, or a list of agents, found a mapping
            suts:                  | rig: {agents: []}\\nsuts: | run.yaml:6:15: rig.agents: must hold from 1 to 1000 agents, such as {name: load1} or {label: {site: a}, count: 2}
            suts:                  | rig: {agent: 2}\\nsuts:   | run.yaml:6:6: rig: needs the key 'agents', the number of processes of this host, or a list of agents of a broker
            suts:                  | rig: lab\\nsuts:          | run.yaml:6:6: rig: must be a mapping with agents, or name a file with one, which ends in .yaml or .yml, found 'lab'
            suts:                  | rig: lab.yaml\\nsuts:     | run.yaml:6:6: rig: must name a file in the folder of the run file or below it, found 'lab.yaml'
            suts:                  | rig: {agents: [{name: a, label: {b: c}}]}\\nsuts: | run.yaml:6:16: rig.agents[0]: needs either name or label, such as {name: load1} or {label: {site: a}, count: 2}, found both
            suts:                  | rig: {agents: [{name: a, count: 2}]}\\nsuts: | run.yaml:6:26: rig.agents[0].count: can only be used with 'label'; a name selects one agent
            suts:                  | rig: {agents: [{name: a}, {name: a}]}\\nsuts: | run.yaml:6:28: rig.agents[1].name: is the name of more than one agent
            suts:                  | rig: {agents: [{name: local-1}]}\\nsuts: | run.yaml:6:17: rig.agents[0].name: 'local-1' is reserved for agents on the controller's host. An agent that connects through the broker may have any name except 'local' or 'local-N'
            suts:                  | rig: {agents: [{label: a}]}\\nsuts: | run.yaml:6:24: rig.agents[0].label: must be a mapping with labels, such as {site: a}, found 'a'
            suts:                  | rig: {agents: [{name: a, drives: [stor]}]}\\nsuts: | run.yaml:6:35: rig.agents[0].drives[0]: unknown workload 'stor', did you mean 'store'?
            suts:                  | rig: {agents: [{name: a, drives: [A]}]}\\nsuts: | run.yaml:6:35: rig.agents[0].drives[0]: must start with a lowercase letter and hold only letters, digits and hyphens, found 'A'
            suts:                  | rig: {agents: 2, onSutHosts: allow}\\nsuts: | run.yaml:6:18: rig.onSutHosts: belongs to agents of a broker, and agents is a number of processes of this host
            suts:                  | rig: {agents: [{name: a, ssh: {to: -oProxyCommand=x, plateau: p, credentials: c, allow: any}}]}\\nsuts: | run.yaml:6:36: rig.agents[0].ssh.to: must be a host, or user@host, found '-oProxyCommand=x'
            suts:                  | rig: {agents: [{name: a, ssh: {to: a@b, plateau: p, allow: any}}]}\\nsuts: | run.yaml:6:31: rig.agents[0].ssh: needs the key 'credentials', the credentials file of the agent there
            suts:                  | rig: {agents: [{name: a, drives: []}]}\\nsuts: | run.yaml:6:15: rig.agents: has no agent for workload store: every agent has drives, and none names it
            service: testdb        | service: oracle            | run.yaml:8:14: suts.db.service: unknown service 'oracle', known are testdb
            mode: external         | mode: remote               | run.yaml:9:11: suts.db.mode: must be one of embedded, external, found 'remote'
            mode: external         | port: 1                    | run.yaml:8:5: suts.db: needs the key 'mode', which is embedded or external
            mode: external         | mode: external\\n    port: 70000 | run.yaml:10:11: suts.db.port: must be from 0 to 65535, found 70000
            mode: external         | mode: external\\n    prot: 1 | run.yaml:10:5: suts.db.prot: unknown parameter, did you mean 'port'?
            ${env:PASSWORD}        | hunter2                    | run.yaml:11:15: suts.db.password: is a secret and would be stored with the run: write ${env:NAME} or ${file:path}
            ${tile}                | ${tiel}                    | run.yaml:10:10: suts.db.url: unknown reference ${tiel}, known are ${tile}, ${env:NAME}, ${file:path}
            store:                 | Store:                     | run.yaml:13:3: workloads.Store: workload name must start with a lowercase letter and hold only letters, digits and hyphens
            plugin: shop           | plugin: shopp              | run.yaml:14:13: workloads.store.plugin: unknown plugin 'shopp', did you mean 'shop'?
            plugin: shop           | plugin: pings              | run.yaml:14:13: workloads.store.plugin: unknown plugin 'pings', known are shop, pings/fast, pings/slow, pings/served
            sut: db                | sut: dd                    | run.yaml:15:10: workloads.store.sut: unknown SUT 'dd', did you mean 'db'?
            users: 64              | users: 0                   | run.yaml:17:14: workloads.store.load.users: must be a whole number from 1 to 10000000, found '0'
            users: 64              | user: 64                   | run.yaml:17:7: workloads.store.load: needs either users (closed load), rate (open load) or a schedule of one of them
            users: 64              | users: 64\\n      rate: 1/s | run.yaml:17:7: workloads.store.load: needs either users (closed load), rate (open load) or a schedule of one of them, found more than one
            users: 64              | users: 64\\n      maxUsers: 5 | run.yaml:18:7: workloads.store.load.maxUsers: can only be used with 'rate'
            users: 64              | users: 64\\n      depth: 4  | run.yaml:18:14: workloads.store.load.depth: must be 1 for drivers that run as platform, found 4
            users: 64              | users: 64\\n      cycle: 1s | run.yaml:18:7: workloads.store.load.cycle: cannot be used together with 'think'
            exponential: 200ms     | exponental: 200ms          | run.yaml:18:16: workloads.store.load.think.exponental: unknown key, did you mean 'exponential'?
            exponential: 200ms     | exponential: 0s            | run.yaml:18:29: workloads.store.load.think.exponential: must be above zero
            exponential: 200ms     | uniform: {min: 2s, max: 1s} | run.yaml:18:35: workloads.store.load.think.uniform.max: must not be below 'min'
            size: small            | size: smal                 | run.yaml:20:13: workloads.store.parameters.size: must be one of small, very-large, found 'smal', did you mean 'small'?
            size: small            | customers: 1.5             | run.yaml:20:18: workloads.store.parameters.customers: must be a whole number, found '1.5'
            size: small            | hosts: [a, [b]]            | run.yaml:20:18: workloads.store.parameters.hosts[1]: must be text, found a list
            size: small            | sice: small                | run.yaml:20:7: workloads.store.parameters.sice: unknown parameter, did you mean 'size'?
            size: small            | {size: very-large, customers: 5} | run.yaml:20:7: workloads.store.parameters: A very large shop needs 10 customers. Raise customers.
            timeout: 20s           | timeout: {purchas: 2s}     | run.yaml:21:15: workloads.store.timeout.purchas: unknown operation 'purchas', did you mean 'purchase'?
            timeout: 20s           | execution: event-loop      | run.yaml:21:16: workloads.store.execution: must be one that shop supports: platform, virtual, found 'event-loop'
            timeout: 20s           | mix: {flat: {ordr: 1}}     | run.yaml:21:18: workloads.store.mix.flat.ordr: unknown unit 'ordr', did you mean 'order'?
            timeout: 20s           | mix: {sequence: [order, x]} | run.yaml:21:29: workloads.store.mix.sequence[1]: unknown unit 'x', known are order, browse
            timeout: 20s           | mix: {matrix: {order: {browse: 1}}} | run.yaml:21:28: workloads.store.mix.matrix.order.browse: has no row of its own, known are order
            timeout: 20s           | mix: {flat: {order: 0}}    | run.yaml:21:25: workloads.store.mix.flat.order: must be a number above 0, found '0'
            purchase:              | purchas:                   | run.yaml:23:7: workloads.store.qos.purchas: unknown operation 'purchas', did you mean 'purchase'?
            p95 < 500ms            | p95 < 500                  | run.yaml:23:18: workloads.store.qos.purchase[0]: limit 'p95 < 500' is not one of the forms 'p95 < 500ms', 'mean < 20ms', 'max < 2s', 'errors < 0.1%', 'declined < 3%' or 'rate > 100/s'
            p95 < 500ms            | errors < 101%              | run.yaml:23:18: workloads.store.qos.purchase[0]: limit 'errors < 101%' needs a share of 0 to 100 %
            p95 < 500ms            | declined <= 100.5%         | run.yaml:23:18: workloads.store.qos.purchase[0]: limit 'declined <= 100.5%' needs a share of 0 to 100 %
            p95 < 500ms            | errors > 100%              | run.yaml:23:18: workloads.store.qos.purchase[0]: limit 'errors > 100%' cannot be met by any run
            p95 < 500ms            | errors < 0%                | run.yaml:23:18: workloads.store.qos.purchase[0]: limit 'errors < 0%' cannot be met by any run; '<= 0%' allows none
            p95 < 500ms            | declined >= 0%             | run.yaml:23:18: workloads.store.qos.purchase[0]: limit 'declined >= 0%' is met by every run
            p95 < 500ms            | p99 < 0ms                  | run.yaml:23:18: workloads.store.qos.purchase[0]: limit 'p99 < 0ms' needs a time above 0
            p95 < 500ms            | max >= 0s                  | run.yaml:23:18: workloads.store.qos.purchase[0]: limit 'max >= 0s' needs a time above 0
            p95 < 500ms            | rate >= 0/s                | run.yaml:23:18: workloads.store.qos.purchase[0]: limit 'rate >= 0/s' is met by every run
            p95 < 500ms            | rate < 0/min               | run.yaml:23:18: workloads.store.qos.purchase[0]: limit 'rate < 0/min' cannot be met by any run
            name: trial            | class: standard, name: trial | run.yaml:1:15: run.class: cannot be standard, the run is modified: workload store: the pacing of browse, order is changed
            url: "db${tile}.lab"   | port: 9092                 | run.yaml:8:5: suts.db.url: Is missing. Give the address.
            url: "db${tile}.lab"   | port: 9092                 | run.yaml:10:11: suts.db.port: Belongs to mode embedded.
            """)
    void invalidPieceIsLocatedAndExplained(String piece, String wrong, String expected) {
        assertThat(TestRuns.GOOD).contains(piece);
        String yaml = TestRuns.GOOD.replace(piece, wrong.replace("\\n", "\n"));

        assertThat(TestRuns.problems(yaml)).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"errors <= 100%", "declined <= 100%", "errors < 100%", "errors <= 0%", "rate > 0/s", "p99 >= 1us"
            })
    void limitAtTheEndOfItsRangeIsAccepted(String limit) {
        assertThat(TestRuns.problems(TestRuns.GOOD.replace("p95 < 500ms", limit)))
                .isEmpty();
    }

    @Test
    void problemsBelowLoadOfUnknownKindAreReported() {
        String yaml = TestRuns.GOOD.replace("users: 64", "user: 64").replace("exponential: 200ms", "exponental: 200ms");

        assertThat(TestRuns.problems(yaml))
                .containsExactly(
                        "run.yaml:17:7: workloads.store.load: needs either users (closed load), rate (open load) or a schedule of one of them",
                        "run.yaml:17:7: workloads.store.load.user: unknown key, did you mean 'users'?",
                        "run.yaml:18:14: workloads.store.load.think: needs one of fixed, uniform, exponential, or a duration",
                        "run.yaml:18:16: workloads.store.load.think.exponental: unknown key, did you mean 'exponential'?");
    }

    @Test
    void allProblemsAreReportedInFileOrder() {
        String yaml = TestRuns.GOOD
                .replace("seed: 42", "sed: 42")
                .replace("service: testdb", "service: testdc")
                .replace("users: 64", "users: no")
                .replace("size: small", "size: big")
                .replace("purchase:", "purchas:");

        assertThat(TestRuns.problems(yaml))
                .containsExactly(
                        "run.yaml:1:21: run.sed: unknown key, did you mean 'seed'?",
                        "run.yaml:8:14: suts.db.service: unknown service 'testdc', did you mean 'testdb'?",
                        "run.yaml:17:14: workloads.store.load.users: must be a whole number from 1 to 10000000, found 'no'",
                        "run.yaml:20:13: workloads.store.parameters.size: must be one of small, very-large, found 'big'");
    }

    @Test
    void problemOfEveryTileIsReportedOnce() {
        String yaml = TestRuns.GOOD.replace("suts:", "tiles: 3\nsuts:").replace("size: small", "customers: 0");

        assertThat(TestRuns.problems(yaml))
                .containsExactly(
                        "run.yaml:21:18: workloads.store.parameters.customers: must be from 1 to 1000, found 0");
    }

    @Test
    void workloadMustNameItsRequiredSut() {
        String yaml =
                TestRuns.GOOD.replace("plugin: shop", "plugin: pings/served").replace("    sut: db\n", "");

        assertThat(TestRuns.problems(yaml))
                .contains("run.yaml:14:5: workloads.store: needs the key 'sut', a SUT of the suts section");
        assertThat(TestRuns.problems(yaml.replace("pings/served", "pings/fast")))
                .noneMatch(problem -> problem.contains("sut"));
    }

    @Test
    void overriddenValueIsLocatedAtItsOption() {
        assertThat(TestRuns.problems(TestRuns.GOOD, "workloads.store.load.users=none"))
                .containsExactly(
                        "--set workloads.store.load.users: must be a whole number from 1 to 10000000, found 'none'");
        assertThat(TestRuns.problems(TestRuns.GOOD, "workloads.store.lod.users=1"))
                .containsExactly(
                        "--set workloads.store.lod.users: workloads.store.lod: unknown key, did you mean 'load'?");
        assertThat(TestRuns.problems(TestRuns.GOOD, "nonsense", "run.name.first=x"))
                .containsExactly(
                        "--set nonsense: must have the form path=value",
                        "--set run.name.first: 'first' cannot be set in 'trial'");
    }

    @Test
    void overrideOfAnUnknownWorkloadListsTheKnownWorkloads() {
        assertThat(TestRuns.problems(TestRuns.GOOD, "workloads.shop.load.users=3", "suts.d.x=1"))
                .containsExactly(
                        "--set workloads.shop.load.users: there is no workload 'shop' in the file, which has store;"
                                + " a new workload needs plugin",
                        "--set suts.d.x: there is no SUT 'd' in the file, which has db; a new SUT needs service");
        assertThat(TestRuns.problems(
                        TestRuns.GOOD, "workloads.second={plugin: shop, sut: db}", "workloads.second.load.users=3"))
                .isEmpty();
    }

    @Test
    void overrideOfAListElementIsRefused() {
        String path = "workloads.store.load.schedule";
        assertThat(TestRuns.problems(TestRuns.GOOD, path + "[0].rate=5/s"))
                .singleElement()
                .asString()
                .startsWith(
                        "--set " + path + "[0].rate: an element of a list cannot be set by itself: set the whole list");
        assertThat(TestRuns.problems(TestRuns.GOOD, path + "=[{for: 60s, users: 3}]", path + ".0=5"))
                .anyMatch(problem -> problem.startsWith("--set " + path + ".0: an element of a list"));
    }

    @Test
    void missingSectionsAreReported() {
        assertThat(TestRuns.problems("run: { name: x }\n"))
                .containsExactly(
                        "run.yaml:1:1: needs the key 'phases', a mapping with rampUp, steady and rampDown",
                        "run.yaml:1:1: needs the key 'workloads', with at least one workload",
                        "run.yaml:1:1: workloads: must hold at least one workload that is enabled");
    }
}
