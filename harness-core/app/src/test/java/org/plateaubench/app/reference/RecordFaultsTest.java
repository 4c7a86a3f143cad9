// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Outcome;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.run.Delivery;
import org.plateaubench.engine.store.IntervalFile;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.wire.IntervalBytes;

/** A record that was altered, between the recorder and the store or in the store, is detected. */
final class RecordFaultsTest {
    @TempDir
    Path folder;

    private ReferenceRun run() {
        return run(20);
    }

    private ReferenceRun run(long seconds) {
        ReferenceRun run = new ReferenceRun(folder.resolve("run"));
        run.planned.phases = ReferencePlan.phases(seconds, 2);
        return run.driveAsPlanned();
    }

    private static TimedSut failing(ReferenceRun run) {
        return new TimedSut(run.clock) {
            @Override
            Outcome outcome(OperationCall call) {
                return Math.floorMod(call.draws().key(), 50L) == 0 ? Outcome.error("refused", "") : Outcome.ok();
            }
        };
    }

    private static WorkloadInterval lines(WorkloadInterval interval, UnaryOperator<LineInterval> change) {
        return ReferenceRun.with(interval, interval.lines().stream().map(change).toList());
    }

    /** One operation in fifty fails, and the record does not contain the errors. */
    @Test
    void m18HiddenErrorsAreDetected() throws Exception {
        ReferenceRun run = run();
        run.intervalChange = (sequence, interval) -> lines(interval, line -> {
            LineInterval.Counts counts = line.counts();
            return new LineInterval(
                    line.line(),
                    line.kind(),
                    line.window(),
                    new LineInterval.Counts(
                            counts.issued(), counts.ok(), counts.declined(), 0, 0, 0, counts.okEnds(), 0, 0),
                    Map.of(),
                    line.declinedByReason(),
                    line.response(),
                    line.service(),
                    null);
        });
        Audits.assertDetected(run.carryOut(failing(run)), AuditOrRule.PERFORMED);
    }

    /** A recorder that loses all counts of a second in ten, so that its counts agree with each other. */
    @Test
    void m18m20LostRecordsAreDetected() throws Exception {
        ReferenceRun run = run(60);
        run.intervalChange =
                (sequence, interval) -> sequence % 10 == 5 ? ReferenceRun.with(interval, List.of()) : interval;
        Judgement judgement = run.carryOut(new TimedSut(run.clock));
        Audits.assertDetected(judgement, AuditOrRule.PERFORMED);
        Audits.assertDetected(judgement, AuditOrRule.IN_FLIGHT);
    }

    /** A recorder that counts the operations of every tenth second twice. */
    @Test
    void m18m20DuplicateRecordsAreDetected() throws Exception {
        ReferenceRun run = run(60);
        run.intervalChange = (sequence, interval) -> {
            List<LineInterval> twice = new ArrayList<>(interval.lines());
            if (sequence % 10 == 5) {
                twice.addAll(interval.lines());
            }
            return ReferenceRun.with(interval, twice);
        };
        Judgement judgement = run.carryOut(new TimedSut(run.clock));
        Audits.assertDetected(judgement, AuditOrRule.PERFORMED);
        Audits.assertDetected(judgement, AuditOrRule.IN_FLIGHT);
    }

    @Test
    void m17MissingIntervalIsDetected() throws Exception {
        ReferenceRun run = run();
        run.intervalChange = (sequence, interval) -> sequence == 10 ? null : interval;
        Audits.assertDetected(run.carryOut(new TimedSut(run.clock)), AuditOrRule.MISSING_INTERVALS);
    }

    @Test
    void m17RunClockJumpIsDetected() throws Exception {
        ReferenceRun run = run();
        run.runClockStepNanos = 5 * ReferenceRun.SECOND;
        Audits.assertDetected(run.carryOut(new TimedSut(run.clock)), AuditOrRule.CLOCK_STEP);
    }

    @Test
    void m17WallClockStepIsDetected() throws Exception {
        ReferenceRun run = run();
        run.wallStep = Duration.ofSeconds(90);
        Audits.assertDetected(run.carryOut(new TimedSut(run.clock)), AuditOrRule.CLOCK_STEP);
    }

    /** A manipulation of the stored records removes the errors. */
    @Test
    void m17EditedIntervalsFileIsDetected() throws Exception {
        ReferenceRun run = run();
        assertThat(run.carryOut(failing(run)).verdict()).isNotEqualTo(Verdict.INVALID);
        Path intervals = folder.resolve("run").resolve(StoredFile.INTERVALS.fileName());
        byte[] altered = withoutErrors(Files.readAllBytes(intervals));
        assertThat(altered).isNotEqualTo(Files.readAllBytes(intervals));
        Files.write(intervals, altered);
        Judgement judgement = run.judge();
        Audits.assertDetected(judgement, AuditOrRule.PERFORMED);
    }

    /** The records of a file, in which no operation has failed. */
    private static byte[] withoutErrors(byte[] file) {
        ByteArrayOutputStream altered = new ByteArrayOutputStream();
        ByteBuffer records = ByteBuffer.wrap(file);
        while (records.hasRemaining()) {
            int length = records.getInt();
            int start = records.position() + Integer.BYTES;
            IntervalSnapshot decoded =
                    IntervalBytes.read(file, start + 1, start + length, any -> true, IntervalBytes.Detail.COMPLETE);
            IntervalSnapshot changed = new IntervalSnapshot(
                    decoded.agent(),
                    decoded.sequence(),
                    decoded.startNanos(),
                    decoded.endNanos(),
                    decoded.last(),
                    decoded.workloads().stream()
                            .map(workload -> lines(workload, RecordFaultsTest::withoutErrors))
                            .toList(),
                    decoded.health());
            altered.writeBytes(IntervalFile.bytes(changed, Delivery.values()[file[start]]));
            records.position(start + length);
        }
        return altered.toByteArray();
    }

    private static LineInterval withoutErrors(LineInterval line) {
        LineInterval.Counts counts = line.counts();
        return new LineInterval(
                line.line(),
                line.kind(),
                line.window(),
                new LineInterval.Counts(
                        counts.issued(),
                        counts.ok(),
                        counts.declined(),
                        0,
                        counts.abandoned(),
                        counts.dropped(),
                        counts.okEnds(),
                        counts.censored(),
                        counts.longestCensoredNanos()),
                line.errorsByClass(),
                line.declinedByReason(),
                line.response(),
                line.service(),
                line.error());
    }
}
