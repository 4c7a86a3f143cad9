// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import java.io.IOException;
import org.plateaubench.http.address.WebAddress;

/**
 * Checks the parts of a page as they arrive. If parts are fetched in parallel, several threads call it at the same
 * time.
 */
@FunctionalInterface
public interface AnswerCheck {
    /**
     * Checks one answer with a status of 2xx.
     *
     * @throws IOException if the answer is wrong, such as {@link org.plateaubench.http.html.WrongContent}
     */
    void check(WebAddress address, Answer answer) throws IOException;
}
