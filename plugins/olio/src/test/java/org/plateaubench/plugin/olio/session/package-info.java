// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.plateaubench.plugin.olio.session;

import org.jspecify.annotations.NullMarked;
