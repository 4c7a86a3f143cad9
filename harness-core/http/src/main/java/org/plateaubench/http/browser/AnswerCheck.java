// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import java.io.IOException;
import org.plateaubench.http.address.WebAddress;

/** Checks the parts of a page as they arrive; called by several threads at the same time for parallel fetches. */
@FunctionalInterface
public interface AnswerCheck {
    /**
     * Checks one answer with a status of 2xx.
     *
     * @throws IOException when the answer is wrong, such as {@link org.plateaubench.http.html.WrongContent}
     */
    void check(WebAddress address, Answer answer) throws IOException;
}
