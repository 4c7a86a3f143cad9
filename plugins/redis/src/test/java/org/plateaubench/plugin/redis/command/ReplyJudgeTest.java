// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.plugin.redis.command.RedisReply.Kind;
import org.plateaubench.testkit.CountingUser;

class ReplyJudgeTest {
    private static final ValueText VALUES = new ValueText(Map.of("10-300", 1.0), 1);

    private final CountingUser user = new CountingUser(0);
    private final RedisRequest request = new RedisRequest();
    private final TestParameters parameters = new TestParameters();
    private ExpectedKeys expected;
    private ReplyJudge judge = judge();
    private final RedisReply reply = judge.reply();

    private ReplyJudge judge() {
        RedisParameters built = parameters.build();
        expected = new ExpectedKeys(new ExpectedKeys.Shared(built, 1), 1, user);
        return new ReplyJudge(VALUES, new CommandText(built), built, expected, user);
    }

    private void text(byte[] bytes) {
        reply.text(bytes, 0, bytes.length);
    }

    private String judged() {
        Outcome outcome = judge.judge(request, reply);
        judge.flushCounts();
        assertThat(outcome.connectionLost()).isFalse();
        return outcome.kind() == OutcomeKind.OK ? "ok" : outcome.reason();
    }

    private long counted(RedisMeasure measure) {
        return user.counted(measure.title());
    }

    @Test
    void wrongAndMissingValuesAreErrors() {
        request.set(RedisOperation.GET, 7, 0);
        byte[] value = VALUES.bytes(7, 0);
        reply.begin();
        text(value);
        reply.end(Kind.BULK, value.length);
        assertThat(judged()).isEqualTo("ok");
        value[3] ^= 1;
        reply.begin();
        text(value);
        reply.end(Kind.BULK, value.length);
        assertThat(judged()).isEqualTo(RedisFailure.WRONG_VALUE);
        assertThat(counted(RedisMeasure.HITS)).isEqualTo(1);
        reply.begin();
        reply.text(new byte[0], 0, RedisReply.ABSENT);
        reply.end(Kind.BULK, RedisReply.ABSENT);
        assertThat(judged()).isEqualTo(RedisFailure.MISSING_VALUE);
        assertThat(counted(RedisMeasure.MISSES)).isEqualTo(1);
    }

    @Test
    void everyValueOfMgetIsChecked() {
        request.set(RedisOperation.MGET, 3);
        for (int i = 0; i < 3; i++) {
            request.key(i, 10 + i);
        }
        for (int wrong : new int[] {-1, 0, 2}) {
            reply.begin();
            text(VALUES.bytes(wrong == 0 ? 11 : 10, 0));
            reply.text(new byte[0], 0, RedisReply.ABSENT);
            text(VALUES.bytes(wrong == 2 ? 10 : 12, 0));
            reply.end(Kind.ARRAY, 3);
            assertThat(judged()).isEqualTo(wrong < 0 ? RedisFailure.MISSING_VALUE : RedisFailure.WRONG_VALUE);
        }
        assertThat(counted(RedisMeasure.MISSES)).isEqualTo(3);
        reply.begin();
        text(VALUES.bytes(10, 0));
        reply.end(Kind.ARRAY, 1);
        assertThat(judged()).isEqualTo(RedisFailure.WRONG_REPLY);
    }

    @Test
    void onlyStringsAcknowledgedBeforeRequestMustExist() {
        parameters.kinds = List.of();
        judge = judge();
        for (boolean sentLater : new boolean[] {false, true}) {
            RedisRequest get = new RedisRequest();
            get.set(RedisOperation.GET, 7, 0);
            expected.expect(get);
            request.set(RedisOperation.SET, 7, 0);
            reply.begin();
            reply.end(Kind.STATUS, 0);
            assertThat(judge.judge(request, reply)).isEqualTo(Outcome.ok());
            reply.begin();
            reply.end(Kind.BULK, RedisReply.ABSENT);
            assertThat(judge.judge(get, reply).reason()).isEqualTo(sentLater ? RedisFailure.MISSING_VALUE : "");
        }
    }

    @ParameterizedTest
    @CsvSource({"false, 3, ok", "false, 2, missing-value", "false, 0, missing-value", "true, 2, ok", "true, 0, ok"})
    void missingMembersAreErrorsUnlessServersEvict(boolean eviction, int members, String judgement) {
        parameters.eviction = eviction;
        parameters.kinds = List.of(RedisOperation.Family.SORTED_SET);
        judge = judge();
        request.set(RedisOperation.ZRANGE, 4, 0);
        reply.begin();
        for (int i = 0; i < members; i++) {
            text("e00000%d".formatted(i).getBytes(StandardCharsets.US_ASCII));
        }
        reply.end(Kind.ARRAY, members);
        assertThat(judged()).isEqualTo(judgement);
        reply.begin();
        text("e000001".getBytes(StandardCharsets.US_ASCII));
        text("e000000".getBytes(StandardCharsets.US_ASCII));
        reply.end(Kind.ARRAY, 2);
        assertThat(judged()).isEqualTo(RedisFailure.WRONG_VALUE);
    }

    @ParameterizedTest
    @CsvSource({"2, ok", "3, wrong-value", "02, wrong-value", "20, wrong-value"})
    void scoreMustEqualTheMemberNumber(String score, String judgement) {
        request.set(RedisOperation.ZSCORE, 4, 2);
        reply.begin();
        text(score.getBytes(StandardCharsets.US_ASCII));
        reply.end(Kind.BULK, score.length());
        assertThat(judged()).isEqualTo(judgement);
    }

    @Test
    void replyOfWrongTypeIsAnError() {
        for (RedisOperation operation : RedisOperation.ALL) {
            request.set(operation, 1, 0);
            reply.begin();
            if (operation.reply() == Kind.STATUS) {
                reply.end(Kind.INTEGER, 1);
            } else {
                reply.end(Kind.STATUS, 0);
            }
            assertThat(judged()).as(operation.word()).isEqualTo(RedisFailure.WRONG_REPLY);
        }
    }
}
