// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;

public record TokenParameters(
        @Parameter(
                description = "Address that gives OAuth 2 access tokens for client credentials; empty for none.",
                defaultValue = "",
                reach = Reach.TARGET)
        String tokenUrl,

        @Parameter(description = "Client of OAuth 2.", defaultValue = "")
        String clientId,

        @Parameter(description = "Secret of that client.", defaultValue = "", secret = true)
        String clientSecret,

        @Parameter(description = "Scope of the access tokens; empty for the usual one.", defaultValue = "")
        String scope) {
    static final TokenParameters NONE = new TokenParameters("", "", "", "");

    boolean areUsed() {
        return !tokenUrl.isEmpty();
    }
}
