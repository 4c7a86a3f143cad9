// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import java.nio.ByteBuffer;
import org.plateaubench.api.Outcome;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;

/** The shared handling of questions and answers in both clients. */
final class LawExchange {
    /** Counter of sent questions, whatever their outcome. */
    static final String SENT = "questionsSent";

    static final String ANSWERED = "rightAnswers";

    /** Series of the times that the server took for its answers. */
    static final String SERVED = "served";

    private static final Outcome WRONG = Outcome.error("wrong-answer", "the proof is not that of the question");
    private static final int WORD = 0;

    private final UserContext user;
    private final UserContext.Counter sent;
    private final UserContext.Counter answered;

    LawExchange(UserContext user) {
        this.user = user;
        sent = user.counter(SENT);
        answered = user.counter(ANSWERED);
    }

    static void greet(ByteBuffer out, long workloadKey) {
        out.putInt(Frames.GREETING).putInt(0).putLong(workloadKey);
    }

    /** Writes the question of an operation; its word is a draw that is almost always unique. */
    long ask(ByteBuffer out, OperationCall call) {
        long word = call.draws().bits(WORD, 0);
        out.putInt(Frames.QUESTION).putInt(0).putLong(word);
        sent.add(1);
        return word;
    }

    /** Reads the rest of an answer after its word, and judges it. */
    Outcome judge(long word, ByteBuffer in) {
        boolean isCorrect = in.getLong() == Frames.proof(word);
        long servedNanos = in.getLong();
        if (!isCorrect) {
            return WRONG;
        }
        answered.add(1);
        long now = user.nanoTime();
        user.observed(SERVED, now - servedNanos, now, Outcome.ok());
        return Outcome.ok();
    }
}
