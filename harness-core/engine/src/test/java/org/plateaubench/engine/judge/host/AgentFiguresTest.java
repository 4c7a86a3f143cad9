// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.MadeRun.MILLI;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.figure.OperationFigures;
import org.plateaubench.engine.judge.MadePlan;
import org.plateaubench.engine.judge.MadeRun;
import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.result.AgentResult;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.run.event.EventDetails;

/** The parts of single agents, and where they were. */
final class AgentFiguresTest {
    @TempDir
    Path folder;

    private Judgement judged(boolean perAgent) {
        MadePlan plan = new MadePlan();
        plan.perAgent = perAgent;
        MadeRun run =
                new MadeRun(folder.resolve("asked-" + perAgent), plan.simple().build());
        run.event(new EventDetails.AgentProcess(7, "lab1"), "agent/local", "Agent local runs in a process of its own.");
        run.drive(start -> {
            run.ok("1/cache", "read", start, 2 * MILLI, 0);
            run.ok("1/cache", "write", start, 4 * MILLI, 0);
            run.declined("1/cache", "write", start, 9 * MILLI, "sold-out");
        });
        return run.judged();
    }

    @Test
    void anAgentHasItsPartOfTheSteadyStateWhenThePlanAsksForIt() {
        Judgement judgement = judged(true);
        AgentResult agent = judgement.harness().agents().getFirst();
        LineResult all = judgement.workloads().getFirst().all();

        assertThat(judgement.harness().agents()).hasSize(1);
        assertThat(agent.agent()).isEqualTo("local");
        assertThat(agent.host()).isEqualTo("lab1");
        AgentResult.Driven driven = agent.workloads().getFirst();
        assertThat(driven.ok()).isEqualTo(all.count(OperationFigures.OK)).isPositive();
        assertThat(driven.declined())
                .isEqualTo(all.count(OperationFigures.DECLINED))
                .isPositive();
        assertThat(driven.throughputPerSecond()).isEqualTo(all.number(OperationFigures.THROUGHPUT));
        assertThat(driven.meanResponseTimeMs()).isEqualTo(5.0);
        assertThat(driven.maxResponseTimeMs()).isEqualTo(9.0);
        assertThat(judged(false).harness().agents()).isEmpty();
    }

    @Test
    void theAuditsOfAnAgentNameItsHost() {
        List<Audit> audits = judged(false).audits();

        assertThat(audits)
                .filteredOn(audit ->
                        audit.scope().toString().equals("agent/local") && audit.state() != Audit.State.NOT_TESTED)
                .isNotEmpty()
                .allSatisfy(audit -> assertThat(audit.message()).startsWith("agent/local on host lab1: "));
    }
}
