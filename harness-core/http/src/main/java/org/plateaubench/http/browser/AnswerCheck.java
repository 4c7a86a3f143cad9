// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import java.io.IOException;
import org.apiguardian.api.API;
import org.plateaubench.http.address.WebAddress;

/** Looks at the parts of a page as they come; called by several threads at a time when they are fetched so. */
@API(status = EXPERIMENTAL, since = "0.1")
@FunctionalInterface
public interface AnswerCheck {
    /**
     * Looks at one answer 2xx.
     *
     * @throws IOException when it is not as it should be, such as {@link org.plateaubench.http.html.WrongContent}
     */
    void check(WebAddress address, Answer answer) throws IOException;
}
