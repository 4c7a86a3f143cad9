// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.oltp;

import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.process.database.Connector;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.process.database.TransactionDriver;
import org.plateaubench.process.database.UserConnection;
import org.plateaubench.process.database.UserConnection.WrongAnswer;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.UserContext.Counter;

final class OltpDriver extends TransactionDriver<TransactionRunner> implements TransactionRunner.WriteListener {
    private final OltpParameters parameters;
    private final LastWrites lastWrites;
    private final Acknowledged rows;
    private final Map<OltpMeasure, Counter> counters = new EnumMap<>(OltpMeasure.class);
    private final UserConnection.Transaction<Boolean> attempt = this::runTransaction;
    /**
     * The watched writes of the transaction in progress: the number of the row over all tables, and that of the write.
     */
    private final long[] written;

    private final long[] writes;
    private int writeCount;
    private long key;
    private @Nullable TransactionRunner current;

    OltpDriver(
            OltpParameters parameters, RowDraw rowDraw, Connector connector, LastWrites lastWrites, UserContext user) {
        super(connector, opened -> new TransactionRunner(opened, connector.database(), parameters, rowDraw));
        this.parameters = parameters;
        this.lastWrites = lastWrites;
        rows = user.acknowledged(LastWrites.KIND);
        written = new long[TransactionRunner.MAX_WRITES];
        writes = new long[written.length];
        for (OltpMeasure measure : OltpMeasure.values()) {
            counters.put(measure, user.counter(measure.title()));
        }
        lastWrites.addUser();
    }

    private Counter counter(OltpMeasure measure) {
        return Objects.requireNonNull(counters.get(measure));
    }

    @Override
    protected Outcome execute(TransactionRunner transaction, OperationCall call) throws InterruptedException {
        current = transaction;
        key = call.draws().key();
        writeCount = 0;
        counter(OltpMeasure.BEGUN).add(1);
        try {
            boolean isCommitted = UserConnection.run(
                    transaction.connection(), parameters.maxRetries(), counter(OltpMeasure.RETRIES), key, attempt);
            endWrites(isCommitted, false);
            if (!isCommitted) {
                return uncertain(transaction);
            }
            count(transaction);
            return Outcome.ok();
        } catch (WrongAnswer e) {
            endWrites(false, true);
            return e.outcome();
        } catch (SQLException e) {
            SqlFailure failure = SqlFailure.of(e);
            // A single statement commits itself. Whether it did so before the connection was lost is unknown.
            boolean isUnknown = parameters.load().hasOneStatement() && !failure.rollsBackCommit();
            endWrites(false, !isUnknown);
            if (isUnknown) {
                counter(OltpMeasure.UNCERTAIN).add(1);
                counter(OltpMeasure.UNCERTAIN_K).add(parameters.maxChange());
            }
            return failure.outcome(e);
        } finally {
            counter(OltpMeasure.ENDED).add(1);
        }
    }

    private Boolean runTransaction() throws SQLException, WrongAnswer {
        endWrites(false, true);
        return Objects.requireNonNull(current).run(key, this);
    }

    private Outcome uncertain(TransactionRunner transaction) {
        counter(OltpMeasure.UNCERTAIN).add(1);
        counter(OltpMeasure.UNCERTAIN_K).add(Math.abs(transaction.added - transaction.taken));
        return UserConnection.UNCERTAIN;
    }

    private void count(TransactionRunner transaction) {
        counter(OltpMeasure.COMMITTED).add(1);
        switch (parameters.load()) {
            case POINT_SELECT, READ_ONLY, UPDATE_NON_INDEX -> {
                return;
            }
            case INSERT -> counter(OltpMeasure.INSERTED).add(1);
            case READ_WRITE -> {
                counter(OltpMeasure.INSERTED).add(1);
                counter(OltpMeasure.DELETED).add(1);
                counter(OltpMeasure.K_TAKEN).add(transaction.taken);
            }
            case UPDATE_INDEX -> {
                // Only column k changes.
            }
        }
        counter(OltpMeasure.K_ADDED).add(transaction.added);
    }

    @Override
    public void begin(int table, int row, long write) {
        long globalRow = LastWrites.globalRow(parameters, table, row);
        for (int i = 0; i < writeCount; i++) {
            if (written[i] == globalRow) {
                writes[i] = write;
                return;
            }
        }
        if (lastWrites.begin(globalRow)) {
            written[writeCount] = globalRow;
            writes[writeCount++] = write;
        }
    }

    private void endWrites(boolean isCommitted, boolean isRolledBack) {
        for (int i = 0; i < writeCount; i++) {
            if (isRolledBack) {
                lastWrites.endRolledBack(written[i]);
            } else {
                lastWrites.end(written[i], writes[i], isCommitted, rows);
            }
        }
        writeCount = 0;
    }
}
