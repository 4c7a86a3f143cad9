// SPDX-License-Identifier: Apache-2.0
/** External mail sites. */
@NullMarked
package org.plateaubench.plugin.mail.service.external;

import org.jspecify.annotations.NullMarked;
