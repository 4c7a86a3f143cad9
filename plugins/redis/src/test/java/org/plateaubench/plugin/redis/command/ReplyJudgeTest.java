// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.plugin.redis.command.RedisParameters.Check;
import org.plateaubench.plugin.redis.command.ReplyJudge.ExpectedKeys;
import org.plateaubench.testkit.CountingUser;

class ReplyJudgeTest {
    private static final ValueText VALUES = new ValueText(Map.of("10-300", 1.0), 1);

    private final CountingUser user = new CountingUser(0);
    private final RedisRequest request = new RedisRequest();
    private final RedisParameters parameters = new TestParameters().build();
    private final ReplyJudge judge = new ReplyJudge(
            VALUES, new CommandText(parameters), Check.BYTES, new ExpectedKeys(parameters, 1, user), user);
    private final RedisReply reply = judge.reply();

    private void text(byte[] bytes) {
        reply.element(bytes.length);
        reply.take(bytes, 0, bytes.length);
    }

    private String judged() {
        Outcome outcome = judge.judge(request, reply);
        judge.settle();
        assertThat(outcome.connectionLost()).isFalse();
        return outcome.kind() == OutcomeKind.OK ? "ok" : outcome.reason();
    }

    private long counted(RedisMeasure measure) {
        return user.counted(measure.title());
    }

    @Test
    void aValueIsHeldAgainstTheOneThatWasWritten() {
        request.become(RedisOperation.GET, 7, 0);
        byte[] value = VALUES.bytes(7, 0);
        reply.begin();
        text(value);
        reply.bulk(value.length);
        assertThat(judged()).isEqualTo("ok");
        value[3] ^= 1;
        reply.begin();
        text(value);
        reply.bulk(value.length);
        assertThat(judged()).isEqualTo(RedisFailure.WRONG_VALUE);
        assertThat(counted(RedisMeasure.HITS)).isEqualTo(1);
        reply.begin();
        reply.element(RedisReply.ABSENT);
        reply.bulk(RedisReply.ABSENT);
        assertThat(judged()).isEqualTo("ok");
        assertThat(counted(RedisMeasure.MISSES)).isEqualTo(1);
    }

    @Test
    void eachOfSeveralValuesIsLookedAt() {
        request.become(RedisOperation.MGET, 3);
        for (int i = 0; i < 3; i++) {
            request.key(i, 10 + i);
        }
        for (int wrong : new int[] {-1, 0, 2}) {
            reply.begin();
            text(VALUES.bytes(wrong == 0 ? 11 : 10, 0));
            reply.element(RedisReply.ABSENT);
            text(VALUES.bytes(wrong == 2 ? 10 : 12, 0));
            reply.array(3);
            assertThat(judged()).isEqualTo(wrong < 0 ? "ok" : RedisFailure.WRONG_VALUE);
        }
        assertThat(counted(RedisMeasure.MISSES)).isEqualTo(3);
        reply.begin();
        text(VALUES.bytes(10, 0));
        reply.array(1);
        assertThat(judged()).isEqualTo(RedisFailure.WRONG_REPLY);
    }

    @Test
    void theValuesOfAHashBelongToTheirFields() {
        request.become(RedisOperation.HGETALL, 4, 0);
        for (int of : new int[] {2, 1}) {
            reply.begin();
            text("e000000".getBytes(StandardCharsets.US_ASCII));
            text(VALUES.bytes(4, 0));
            text("e000002".getBytes(StandardCharsets.US_ASCII));
            text(VALUES.bytes(4, of));
            reply.array(4);
            assertThat(judged()).isEqualTo(of == 2 ? "ok" : RedisFailure.WRONG_VALUE);
        }
    }

    @ParameterizedTest
    @CsvSource({"2, ok", "3, wrong-value", "02, wrong-value", "20, wrong-value"})
    void theScoreOfAMemberIsItsNumber(String score, String judgement) {
        request.become(RedisOperation.ZSCORE, 4, 2);
        reply.begin();
        text(score.getBytes(StandardCharsets.US_ASCII));
        reply.bulk(score.length());
        assertThat(judged()).isEqualTo(judgement);
    }

    @Test
    void aReplyOfAnotherKindIsWrong() {
        for (RedisOperation operation : RedisOperation.ALL) {
            request.become(operation, 1, 0);
            reply.begin();
            if (operation.reply() == RedisReply.Kind.STATUS) {
                reply.integer(1);
            } else {
                reply.status();
            }
            assertThat(judged()).as(operation.word()).isEqualTo(RedisFailure.WRONG_REPLY);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "MOVED 3999 127.0.0.1:6381, moved",
        "OOM command not allowed when used memory > 'maxmemory'., oom",
        "NOAUTH Authentication required., noauth",
        "WRONGPASS invalid username-password pair, wrong-password",
        "CROSSSLOT Keys in request don't hash to the same slot, cross-slot",
        "SOMETHING else, err",
        "LOADING, loading",
        "'', err"
    })
    void anErrorIsKnownByItsFirstWord(String words, String errorClass) {
        request.become(RedisOperation.SET, 1, 0);
        reply.begin();
        reply.error(words);
        assertThat(judged()).isEqualTo(errorClass);
    }
}
