// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.oath;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.engine.judge.Judgement;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.measure.AgentHealthMeter;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;

/** Trouble that only a real machine can make: a collector that stops the agent, and programs that take its processors. */
final class RealTroubleTest {
    private static final int BLOCKS = 1_000_000;
    private static final int HOGS_PER_PROCESSOR = 8;

    @TempDir
    Path folder;

    /** A full collection of a million live objects stops every thread; the meter that the agent uses sees it. */
    @Test
    void m16ACollectorPause() throws Exception {
        OathRun run = new OathRun(folder.resolve("pause"));
        AtomicBoolean collected = new AtomicBoolean();
        try (AgentHealthMeter meter = new AgentHealthMeter(SystemClock.instance())) {
            run.health = atEase -> {
                if (!collected.getAndSet(true)) {
                    List<byte[]> live = new ArrayList<>(BLOCKS);
                    for (int i = 0; i < BLOCKS; i++) {
                        live.add(new byte[64]);
                    }
                    System.gc();
                    assertThat(live).hasSize(BLOCKS);
                }
                return meter.take();
            };
            Audits.assertCaught(run.play(new TimedSut(run.clock)), Rule.LONGEST_STALL);
        }
    }

    /** Programs that spin beside the agent: the clock of the machine, the real drive, the bounds of class standard. */
    @Test
    void m16ProgramsThatTakeTheProcessors() throws Exception {
        OathRun run = new OathRun(folder.resolve("hogs"));
        NanoClock clock = SystemClock.instance();
        List<Process> hogs = new ArrayList<>();
        try {
            int count = HOGS_PER_PROCESSOR * Runtime.getRuntime().availableProcessors();
            for (int i = 0; i < count; i++) {
                hogs.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
            }
            run.clock = clock.startingAt(clock.nanoTime());
            run.asked.phases =
                    new PhaseTimes(Duration.ZERO, Duration.ofSeconds(3), Duration.ZERO, Duration.ofSeconds(2));
            run.asked.pacing = Pacing.cycle(Distribution.Exponential.ofMean(Duration.ofMillis(40)));
            Judgement judgement = run.honest().play(new TimedSut(run.clock));
            assertThat(Audits.violated(judgement))
                    .extracting(audit -> audit.rule())
                    .containsAnyOf(Rule.DISPATCH_LAG, Rule.COMPLETION_LAG);
        } finally {
            for (Process hog : hogs) {
                hog.destroyForcibly().waitFor();
            }
        }
    }
}
