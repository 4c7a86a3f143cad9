// SPDX-License-Identifier: Apache-2.0
/** GreenMail, adapted to answer without delay and to accept any account with the password. */
@NullMarked
package org.plateaubench.mail.post;

import org.jspecify.annotations.NullMarked;
