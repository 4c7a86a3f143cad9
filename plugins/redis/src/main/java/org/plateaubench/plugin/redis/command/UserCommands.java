// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;

/** The commands of one user, for any client: the requests, their text, and the judge of replies. */
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
                shared.values,
                shared.parameters.check(),
                new ExpectedKeys(shared.parameters, shared.wholes, user),
                user);
    }

    /** The state that the users of an agent share; any thread. */
    public static final class Shared {
        private final RedisParameters parameters;
        private final RequestSource source;
        private final ValueText values;
        private final int wholes;

        /**
         * Creates the state for the parameters, with the values of a data set and a number of places that each hold all
         * of it.
         */
        public Shared(RedisParameters parameters, long dataSeed, int wholes) {
            this.wholes = wholes;
            this.parameters = parameters;
            source = new RequestSource(parameters);
            values = new ValueText(parameters.valueSizes(), dataSeed);
        }

        public UserCommands of(UserContext user) {
            return new UserCommands(this, user);
        }
    }

    public ValueText values() {
        return shared.values;
    }

    public UserContext user() {
        return user;
    }

    public void fill(OperationCall call, RedisRequest request) {
        shared.source.fill(call, request);
    }

    public CommandText text() {
        return text;
    }

    public ReplyJudge judge() {
        return judge;
    }
}
