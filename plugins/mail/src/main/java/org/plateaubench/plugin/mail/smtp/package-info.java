// SPDX-License-Identifier: Apache-2.0
/** Sending as mail programs do: submission over SMTP, on Angus Mail's transport. */
@NullMarked
package org.plateaubench.plugin.mail.smtp;

import org.jspecify.annotations.NullMarked;
