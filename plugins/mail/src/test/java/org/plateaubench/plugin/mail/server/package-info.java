// SPDX-License-Identifier: Apache-2.0
/** Real servers for the tests of the mail plugin. */
@NullMarked
package org.plateaubench.plugin.mail.server;

import org.jspecify.annotations.NullMarked;
