// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Load;
import org.plateaubench.engine.judge.TestPlan;
import org.plateaubench.engine.judge.TestRun;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.CpuUse;

/** The bottleneck of a run with a closed load of eight users, on a host with two cores and the SUT {@code db}. */
class LimitedByTest {
    @TempDir
    Path folder;

    private final Map<String, Double> host = new LinkedHashMap<>(Map.of("cpu", 0.64));
    private double sut = 0.05;
    private double others;
    private double locked;
    private int runs;
    private Load load = new Load.Closed(8, 1);

    /** The judgement of a run in which this number of reads of this duration start each second. */
    private LimitedBy limitedBy(int perSecond, long millis) {
        return limitedBy(perSecond, millis, TestRun.UNLOADED);
    }

    private LimitedBy limitedBy(int perSecond, long millis, AgentHealth health) {
        TestRun run = new TestRun(
                folder.resolve(Integer.toString(runs++)),
                new TestPlan().simple(1, load).build());
        run.event(new EventDetails.HostObserved("vm", true), "agent/local", "");
        run.event(new EventDetails.SourceRead("postgresql"), "sut/db", "");
        run.drive(
                start -> {
                    long at = start + TestRun.SECOND / 2;
                    host.forEach((series, value) -> run.telemetry(at, "host/vm", series, value, "share"));
                    run.telemetry(at, "host/vm", "cpu core 0", 0.5, "share");
                    run.telemetry(at, "host/vm", "cpu core 1", 0.5, "share");
                    run.telemetry(at, "host", "others", others, "share");
                    run.telemetry(at, "sut/db", "cpu", sut, "share");
                    run.telemetry(at, "sut/db", "connections", 10, "connections");
                    run.telemetry(at, "sut/db", "waitingForLocks", locked, "connections");
                    for (int i = 0; i < perSecond; i++) {
                        run.ok("1/cache", "read", start + i * TestRun.MILLI, millis * TestRun.MILLI, 0);
                    }
                },
                health);
        return run.judged().limitedBy();
    }

    @Test
    void loadIsNamedWhenUsersMostlyPause() {
        others = 0.55;
        LimitedBy found = limitedBy(40, 10);
        assertThat(found.kind()).isEqualTo(LimitedBy.Kind.LOAD);
        assertThat(found.words())
                .isEqualTo("the load: it requested no more (db 5% CPU; host 64%, of which 55% other programs)");
    }

    @Test
    void loadIsNamedWhenOpenLoadIsServed() {
        load = new Load.Open(40, Load.Arrival.REGULAR, 64, 1, 8, 1_000);
        assertThat(limitedBy(40, 10).kind()).isEqualTo(LimitedBy.Kind.LOAD);
    }

    @Test
    void sutProcessorsAreNamedTogetherWithTheLoad() {
        sut = 0.85;
        host.put("cpu", 0.95);
        assertThat(limitedBy(40, 10).words())
                .startsWith("the processors: db used nearly all of them; the load requested no more (db 85% CPU");
        assertThat(limitedBy(40, 10).kind()).isEqualTo(LimitedBy.Kind.RESOURCE);
    }

    @Test
    void singleCoreIsNamedWhenSutUsesNoMore() {
        sut = 0.49;
        assertThat(limitedBy(400, 20).words()).startsWith("a single core: db used 0.98 of 2 cores");
        sut = 0.60;
        assertThat(limitedBy(400, 20).kind()).isEqualTo(LimitedBy.Kind.NOTHING_SEEN);
    }

    @Test
    void locksDisksAndMemoryAreNamedFromTelemetry() {
        locked = 4;
        assertThat(limitedBy(400, 20).words()).startsWith("locks of db: 4 of 10 connections waited for one");
        locked = 0;
        host.put("waiting for io", 0.4);
        assertThat(limitedBy(400, 20).words()).startsWith("the disks of the host, for which programs waited 40%");
        host.put("waiting for memory", 0.2);
        assertThat(limitedBy(400, 20).words()).startsWith("the memory of the host, for which programs waited 20%");
    }

    @Test
    void otherProgramsAreNamedBeforeTheLoadGenerator() {
        others = 0.9;
        host.put("cpu", 1.0);
        assertThat(limitedBy(400, 20).kind()).isEqualTo(LimitedBy.Kind.OTHER_PROGRAMS);
    }

    @Test
    void loadGeneratorThatFellBehindIsNamed() {
        AgentHealth busy = new AgentHealth(
                TestRun.MILLI,
                TestRun.MILLI,
                0.98,
                0.98,
                90_000_000,
                40,
                new CpuUse(1.96, 1.9, 0.02, 0.02, 2, 0.01, 100, 0));
        assertThat(limitedBy(400, 20, busy).kind()).isEqualTo(LimitedBy.Kind.LOAD_GENERATOR);
    }

    @Test
    void nothingIsNamedWithoutASaturatedResource() {
        assertThat(limitedBy(400, 20).words())
                .isEqualTo("nothing that was sampled: no resource was near its bound (db 5% CPU; host 64%)");
    }
}
