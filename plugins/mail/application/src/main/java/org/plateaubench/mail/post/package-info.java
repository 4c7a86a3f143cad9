// SPDX-License-Identifier: Apache-2.0
/** GreenMail, made to answer at once and to let in any account that knows the password. */
@NullMarked
package org.plateaubench.mail.post;

import org.jspecify.annotations.NullMarked;
