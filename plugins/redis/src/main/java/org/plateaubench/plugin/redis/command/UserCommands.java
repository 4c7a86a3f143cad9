// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;

/** All that a driver needs for its user, whatever the client: what to ask, how it is worded, what replies mean. */
public final class UserCommands {
    private final Shared shared;
    private final UserContext user;
    private final CommandText text;
    private final ReplyJudge judge;

    private UserCommands(Shared shared, UserContext user) {
        this.shared = shared;
        this.user = user;
        text = new CommandText(shared.parameters);
        judge = new ReplyJudge(
                shared.values, shared.parameters.check(), new HeldKeys(shared.parameters, shared.wholes, user), user);
    }

    /** What the users of an agent share; any thread. */
    public static final class Shared {
        private final RedisParameters parameters;
        private final RequestSource source;
        private final ValueText values;
        private final int wholes;

        /** What the parameters ask for, with values of a data set, where users are dealt to so many places that hold all of it. */
        public Shared(RedisParameters parameters, long dataSeed, int wholes) {
            this.wholes = wholes;
            this.parameters = parameters;
            source = new RequestSource(parameters);
            values = new ValueText(parameters.valueSizes(), dataSeed);
        }

        /** The commands of one user. */
        public UserCommands of(UserContext user) {
            return new UserCommands(this, user);
        }

        /** The values. */
        public ValueText values() {
            return values;
        }
    }

    /** The values. */
    public ValueText values() {
        return shared.values;
    }

    /** The user. */
    public UserContext user() {
        return user;
    }

    /** Makes the request of a call. */
    public void fill(OperationCall call, RedisRequest request) {
        shared.source.fill(call, request);
    }

    /** How requests are worded. */
    public CommandText text() {
        return text;
    }

    /** What replies mean. */
    public ReplyJudge judge() {
        return judge;
    }
}
