// SPDX-License-Identifier: Apache-2.0
/** Mail sites of somebody else. */
@NullMarked
package org.plateaubench.plugin.mail.service.external;

import org.jspecify.annotations.NullMarked;
