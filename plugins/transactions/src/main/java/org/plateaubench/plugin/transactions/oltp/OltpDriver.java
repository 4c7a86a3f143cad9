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

final class OltpDriver extends TransactionDriver<OltpTransaction> implements OltpTransaction.Watch {
    private final OltpParameters parameters;
    private final LastWrites lastWrites;
    private final Acknowledged rows;
    private final Map<OltpMeasure, Counter> counters = new EnumMap<>(OltpMeasure.class);
    private final UserConnection.Transaction<Boolean> attempt = this::attempt;
    /** The watched writes of the transaction in progress: the row over all tables, and the number of the write. */
    private final long[] written;

    private final long[] writes;
    private int writeCount;
    private long key;
    private @Nullable OltpTransaction transaction;

    OltpDriver(
            OltpParameters parameters, RowDraw rowDraw, Connector connector, LastWrites lastWrites, UserContext user) {
        super(connector, opened -> new OltpTransaction(opened, connector.database(), parameters, rowDraw));
        this.parameters = parameters;
        this.lastWrites = lastWrites;
        rows = user.acknowledged(LastWrites.KIND);
        written = new long[OltpTransaction.MAX_WRITES];
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
    protected Outcome execute(OltpTransaction open, OperationCall call) throws InterruptedException {
        transaction = open;
        key = call.draws().key();
        writeCount = 0;
        counter(OltpMeasure.BEGUN).add(1);
        try {
            boolean isCommitted = UserConnection.run(
                    open.connection(), parameters.maxRetries(), counter(OltpMeasure.RETRIES), key, attempt);
            endWrites(isCommitted, false);
            if (!isCommitted) {
                return uncertain(open);
            }
            count(open);
            return Outcome.ok();
        } catch (WrongAnswer e) {
            endWrites(false, true);
            return e.outcome();
        } catch (SQLException e) {
            SqlFailure failure = SqlFailure.of(e);
            // A single statement commits itself, so it is not known whether it did before the connection was lost.
            boolean isUnknown = parameters.load().hasOneStatement() && !failure.rollsBackCommit();
            endWrites(false, !isUnknown);
            if (isUnknown) {
                counter(OltpMeasure.UNCERTAIN).add(1);
                counter(OltpMeasure.UNCERTAIN_K).add(parameters.mostChange());
            }
            return failure.outcome(e);
        } finally {
            counter(OltpMeasure.ENDED).add(1);
        }
    }

    private Boolean attempt() throws SQLException, WrongAnswer {
        endWrites(false, true);
        return Objects.requireNonNull(transaction).run(key, this);
    }

    private Outcome uncertain(OltpTransaction open) {
        counter(OltpMeasure.UNCERTAIN).add(1);
        counter(OltpMeasure.UNCERTAIN_K).add(Math.abs(open.added - open.taken));
        return UserConnection.UNCERTAIN;
    }

    private void count(OltpTransaction open) {
        counter(OltpMeasure.COMMITTED).add(1);
        switch (parameters.load()) {
            case POINT_SELECT, READ_ONLY, UPDATE_NON_INDEX -> {
                return;
            }
            case INSERT -> counter(OltpMeasure.INSERTED).add(1);
            case READ_WRITE -> {
                counter(OltpMeasure.INSERTED).add(1);
                counter(OltpMeasure.DELETED).add(1);
                counter(OltpMeasure.K_TAKEN).add(open.taken);
            }
            case UPDATE_INDEX -> {
                // Only column k changes.
            }
        }
        counter(OltpMeasure.K_ADDED).add(open.added);
    }

    @Override
    public void begin(int table, int row, long write) {
        long global = LastWrites.global(parameters, table, row);
        for (int i = 0; i < writeCount; i++) {
            if (written[i] == global) {
                writes[i] = write;
                return;
            }
        }
        if (lastWrites.begin(global)) {
            written[writeCount] = global;
            writes[writeCount++] = write;
        }
    }

    private void endWrites(boolean isCommitted, boolean isRolledBack) {
        for (int i = 0; i < writeCount; i++) {
            if (isRolledBack) {
                lastWrites.endUndone(written[i]);
            } else {
                lastWrites.end(written[i], writes[i], isCommitted, rows);
            }
        }
        writeCount = 0;
    }
}
