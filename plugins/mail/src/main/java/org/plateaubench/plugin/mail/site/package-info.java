// SPDX-License-Identifier: Apache-2.0
/** The addresses of mail sites, and their accounts. */
@NullMarked
package org.plateaubench.plugin.mail.site;

import org.jspecify.annotations.NullMarked;
